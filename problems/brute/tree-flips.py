from common_col2 import lines, numbers, winner
from trees_col2 import tree


def cases(random):
    for _ in range(45):
        n = 1
        while n == 1:
            n, edges = tree(random, 6)
        q = random.randint(1, 2)
        yield lines([n], *[edge + [random.randint(0, 1)] for edge in edges], [q],
                    *[[random.randint(1, n)] for _ in range(q)])


def answer(text):
    it = numbers(text)
    n = next(it)
    edges = [(next(it), next(it), next(it)) for _ in range(n - 1)]
    out = []
    for _ in range(next(it)):
        root = next(it)
        ways = {root: ()}
        while len(ways) < n:
            for i, (a, b, _) in enumerate(edges):
                for x, y in ((a, b), (b, a)):
                    if x in ways and y not in ways:
                        ways[y] = ways[x] + (i,)

        def options(marks):
            for way in ways.values():
                if way and marks[way[-1]] == 1:
                    yield tuple(1 - c if i in way else c for i, c in enumerate(marks))

        out.append("First" if winner(options)(tuple(w for _, _, w in edges)) else "Second")
    return "\n".join(out)
