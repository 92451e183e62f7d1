"""The value is the heap of Nim whose sum with the graph is lost."""
from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        n = random.randint(1, 7)
        m = random.randint(0, 9) if n > 1 else 0
        yield lines([n, m], *[random.sample(range(1, n + 1), 2) for _ in range(m)])


def answer(text):
    it = numbers(text)
    n, m = next(it), next(it)
    edges = [(next(it), next(it)) for _ in range(m)]
    near = {v: {v} | {a + b - v for a, b in edges if v in (a, b)} for v in range(1, n + 1)}

    def options(position):
        left, heap = position
        for k in range(heap):
            yield left, k
        for v in left:
            yield left - near[v], heap

    wins = winner(options)
    whole = frozenset(near)
    heap = 0
    while wins((whole, heap)):
        heap += 1
    good = [v for v in sorted(whole) if not wins((whole - near[v], 0))]
    return "\n".join(map(str, [heap] + (good or ["none"])))
