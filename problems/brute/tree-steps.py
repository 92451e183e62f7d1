from common_col2 import lines, numbers, winner
from trees_col2 import tree


def cases(random):
    for _ in range(50):
        n = 1
        while n == 1:
            n, edges = tree(random, 5)
        yield lines([n, random.randint(1, 2)], *edges, [random.randint(0, 2) for _ in range(n)])


def answer(text):
    it = numbers(text)
    n, k = next(it), next(it)
    edges = [(next(it), next(it)) for _ in range(n - 1)]
    gifts = tuple(next(it) for _ in range(n))
    out = []
    for root in range(1, n + 1):
        parent = {root: None}
        while len(parent) < n:
            for a, b in edges:
                for x, y in ((a, b), (b, a)):
                    if x in parent and y not in parent:
                        parent[y] = x

        def options(position):
            for x in parent:
                y = x
                for _ in range(k):
                    y = parent[y] if y else None
                if y:
                    for some in range(1, position[x - 1] + 1):
                        new = list(position)
                        new[x - 1] -= some
                        new[y - 1] += some
                        yield tuple(new)

        out.append("1" if winner(options)(gifts) else "0")
    return " ".join(out)
