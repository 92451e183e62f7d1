from common_col2 import lines, numbers, put, winner

STEPS = ((-2, 1), (1, -2), (-2, -1), (-1, -2), (-3, -1), (-1, -3))


def cases(random):
    for _ in range(40):
        n = random.randint(1, 2)
        yield lines([1], [n], *[[random.randint(0, 5), random.randint(0, 5)] for _ in range(n)])


def options(position):
    for i, (x, y) in enumerate(position):
        for a, b in STEPS:
            if x + a >= 0 and y + b >= 0:
                yield put(position, i, (x + a, y + b))


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for case in range(1, next(it) + 1):
        start = tuple((next(it), next(it)) for _ in range(next(it)))
        out.append("Case %d: %s" % (case, "Alice" if wins(start) else "Bob"))
    return "\n".join(out)
