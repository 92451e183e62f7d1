from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(45):
        n, k = random.randint(1, 8), random.randint(1, 3)
        yield lines([n, k], *([[random.randint(max(1, v - 2), v) for v in range(1, n)]] if n > 1 else []),
                    [random.randint(1, n) for _ in range(k)])


def answer(text):
    it = numbers(text)
    out = []
    for n in it:
        k = next(it)
        parent = {v: next(it) for v in range(2, n + 1)}

        def options(position):
            for i, v in enumerate(position):
                while v in parent:
                    v = parent[v]
                    yield put(position, i, v)

        wins = winner(options)
        start = tuple(next(it) for _ in range(k))
        out.append(str(sum(not wins(after) for after in options(start))))
    return "\n".join(out)
