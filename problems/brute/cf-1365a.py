from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(40):
        n, m = random.randint(1, 4), random.randint(1, 4)
        yield lines([1], [n, m], *[[random.choice([0, 0, 0, 1]) for _ in range(m)] for _ in range(n)])


def answer(text):
    it = numbers(text)
    out = []
    for _ in range(next(it)):
        n, m = next(it), next(it)

        def options(ones):
            for y in range(n):
                for x in range(m):
                    if all(v != y and u != x for v, u in ones):
                        yield ones | {(y, x)}

        cells = [(y, x) for y in range(n) for x in range(m)]
        start = frozenset(p for p in cells if next(it) == 1)
        out.append("Ashish" if winner(options)(start) else "Vivek")
    return "\n".join(out)
