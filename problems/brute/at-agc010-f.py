from common_col2 import lines, numbers, put, winner


def cases(random):
    while True:
        n = random.randint(2, 5)
        edges = [[random.randint(1, v), v + 1] for v in range(1, n)]
        yield lines([n], [random.randint(0, 3) for _ in range(n)], *edges)
        if random.random() < 0.02:
            return


def answer(text):
    it = numbers(text)
    n = next(it)
    stones = tuple(next(it) for _ in range(n))
    edges = [(next(it), next(it)) for _ in range(n - 1)]
    near = {v: {a + b - v for a, b in edges if v in (a, b)} for v in range(1, n + 1)}

    def options(position):
        left, v = position
        if left[v - 1]:
            for w in near[v]:
                yield put(left, v - 1, left[v - 1] - 1), w

    wins = winner(options)
    return " ".join(str(v) for v in near if wins((stones, v)))
