from itertools import product

from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(45):
        m, n = random.randint(1, 3), random.randint(1, 2)
        yield lines([1], [m, n], *[[random.randint(0, 3) for _ in range(n)] for _ in range(m)])


def options(rows):
    for i, row in enumerate(rows):
        for new in product(*[range(x + 1) for x in row]):
            if new != row:
                yield put(rows, i, new)


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for case in range(1, next(it) + 1):
        m, n = next(it), next(it)
        rows = tuple(tuple(next(it) for _ in range(n)) for _ in range(m))
        out.append("Case %d: %s" % (case, "Alice" if wins(rows) else "Bob"))
    return "\n".join(out)
