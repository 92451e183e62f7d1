from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(45):
        k = random.randint(1, 3)
        low, high = random.choice([(1, 5), (12, 15)]) if k == 1 else (1, 5)
        yield lines([1], [k], *[[random.randint(low, high), random.randint(low, high)] for _ in range(k)])


def options(position):
    for i, (x, y) in enumerate(position):
        for a, b in ((x - 2, y + 1), (x - 2, y - 1), (x + 1, y - 2), (x - 1, y - 2)):
            if 1 <= a <= 15 and 1 <= b <= 15:
                yield put(position, i, (a, b))


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        start = tuple((next(it), next(it)) for _ in range(next(it)))
        out.append("First" if wins(start) else "Second")
    return "\n".join(out)
