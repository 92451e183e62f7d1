from common_col2 import lines, numbers, winner


def cases(random):
    for a in range(1, 9):
        for b in range(a + 1):
            yield lines([1], [a, b])


def options(bar):
    for y, x in bar:
        if (y, x) != (0, 0):
            yield frozenset((v, u) for v, u in bar if v < y or u < x)


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        a, b = next(it), next(it)
        bar = frozenset([(0, x) for x in range(a)] + [(1, x) for x in range(b)])
        out.append("Eat" if wins(bar) else "Resign")
    return "\n".join(out)
