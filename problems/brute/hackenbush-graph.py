from common_col2 import lines, numbers, winner
from trees_col2 import numbered, options, tree


def cases(random):
    for _ in range(50):
        n, edges = tree(random, 5)
        for _ in range(random.randint(0, 3)):
            edges.append([random.randint(1, n), random.randint(1, n)])
        random.shuffle(edges)
        yield lines([n, len(edges)], *edges, [0])


def sums(position):
    edges, heap = position
    for k in range(heap):
        yield edges, k
    for left in options(edges):
        yield left, heap


def answer(text):
    it = numbers(text)
    wins = winner(sums)
    out = []
    while True:
        n = next(it)
        if n == 0:
            return "\n".join(out)
        m = next(it)
        edges = numbered([(next(it), next(it)) for _ in range(m)])
        heap = 0
        while wins((edges, heap)):
            heap += 1
        out += ["First" if heap else "Second", str(heap)]
