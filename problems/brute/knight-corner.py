from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(40):
        n = random.randint(1, 6)
        k = random.randint(1, 3)
        yield lines([1], [n, k], *[[random.randint(1, n), random.randint(1, n)] for _ in range(k)])


def answer(text):
    it = numbers(text)
    out = []
    for _ in range(next(it)):
        n, k = next(it), next(it)

        def options(position):
            for i, (x, y) in enumerate(position):
                for a, b in ((x - 2, y - 1), (x - 2, y + 1), (x - 1, y - 2), (x + 1, y - 2)):
                    if 1 <= a <= n and 1 <= b <= n:
                        yield put(position, i, (a, b))

        start = tuple((next(it), next(it)) for _ in range(k))
        out.append("First" if winner(options)(start) else "Second")
    return "\n".join(out)
