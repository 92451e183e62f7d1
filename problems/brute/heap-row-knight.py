from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        yield lines([1], [random.randint(0, 4), random.randint(0, 6), random.randint(1, 5), random.randint(1, 5)])


def options(position):
    heap, row, (x, y) = position
    for k in range(heap):
        yield k, row, (x, y)
    for i in row:
        yield heap, row - {i}, (x, y)
        if i + 1 in row:
            yield heap, row - {i, i + 1}, (x, y)
    for u, v in ((x - 2, y - 1), (x - 1, y - 2)):
        if u > 0 and v > 0:
            yield heap, row, (u, v)


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for case in range(1, next(it) + 1):
        a, b, x, y = next(it), next(it), next(it), next(it)
        start = a, frozenset(range(b)), (x, y)
        out.append("Case %d: %d" % (case, sum(not wins(after) for after in options(start))))
    return "\n".join(out)
