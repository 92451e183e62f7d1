from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(40):
        n = random.randint(1, 3)
        yield lines([1], [n], *[random.sample(range(1, 8), 2) for _ in range(n)])


def options(position):
    """Each move of each piece of every row, with the same position as often as there are moves."""
    for i, (a, b) in enumerate(position):
        for c in range(min(a, b) + 1, max(a, b)):
            yield put(position, i, (c, b))
            yield put(position, i, (a, c))


def answer(text):
    it = numbers(text)
    out = []
    for _ in range(next(it)):
        start = tuple((next(it), next(it)) for _ in range(next(it)))
        wins = winner(options)
        out.append(str(sum(not wins(after) for after in options(start))))
    return "\n".join(out)
