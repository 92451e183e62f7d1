"""The value is the heap of Nim whose sum with the graph is lost."""
from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(90):
        n = random.randint(1, 5)
        side = [random.randint(0, 1) for _ in range(n + 1)]
        pairs = [[a, b] for a in range(1, n + 1) for b in range(1, n + 1) if side[a] < side[b]]
        edges = random.sample(pairs, random.randint(0, min(4, len(pairs))))
        yield lines([1], [n, len(edges)], *edges)


def options(position):
    vertices, edges, heap = position
    for k in range(heap):
        yield vertices, edges, k
    for e in edges:
        yield vertices, edges - {e}, heap
    for x in vertices:
        yield vertices - {x}, frozenset(e for e in edges if x not in e), heap


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        n, m = next(it), next(it)
        edges = frozenset((next(it), next(it)) for _ in range(m))
        vertices = frozenset(range(1, n + 1))
        heap = 0
        while wins((vertices, edges, heap)):
            heap += 1
        out += ["First" if heap else "Second", str(heap)]
    return "\n".join(out)
