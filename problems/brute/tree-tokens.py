from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(45):
        n, k = random.randint(1, 8), random.randint(1, 3)
        yield lines([1], [n, k], *([[random.randint(1, v) for v in range(1, n)]] if n > 1 else []),
                    [random.randint(1, n) for _ in range(k)])


def answer(text):
    it = numbers(text)
    out = []
    for _ in range(next(it)):
        n, k = next(it), next(it)
        parent = {v: next(it) for v in range(2, n + 1)}

        def options(position):
            for i, v in enumerate(position):
                for w in parent:
                    if parent[w] == v:
                        yield put(position, i, w)

        out.append("First" if winner(options)(tuple(next(it) for _ in range(k))) else "Second")
    return "\n".join(out)
