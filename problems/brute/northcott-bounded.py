from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(50):
        n = random.randint(1, 3)
        yield lines([1], [n, random.randint(1, 4)], *[random.sample(range(1, 8), 2) for _ in range(n)])


def answer(text):
    it = numbers(text)
    out = []
    for _ in range(next(it)):
        n, k = next(it), next(it)

        def options(position):
            for i, (a, b) in enumerate(position):
                step = 1 if a < b else -1
                for s in range(1, k + 1):
                    if s < abs(a - b):
                        yield put(position, i, (a + step * s, b))
                        yield put(position, i, (a, b - step * s))

        start = tuple((next(it), next(it)) for _ in range(n))
        out.append("First" if winner(options)(start) else "Second")
    return "\n".join(out)
