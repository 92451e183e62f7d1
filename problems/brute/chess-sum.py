from common_col2 import lines, put, winner


def cases(random):
    for _ in range(45):
        n = random.randint(1, 3)
        yield lines([n], *[[random.choice("KRBQN"), random.randint(1, 5), random.randint(1, 5)] for _ in range(n)])


def steps(kind, x, y):
    if kind == "N":
        return [(x - 2, y - 1), (x - 1, y - 2)]
    far = 1 if kind == "K" else 9
    directions = {"R": [(1, 0), (0, 1)], "B": [(1, 1)]}.get(kind, [(1, 0), (0, 1), (1, 1)])
    return [(x - a * k, y - b * k) for a, b in directions for k in range(1, far + 1)]


def options(position):
    for i, (kind, x, y) in enumerate(position):
        for a, b in steps(kind, x, y):
            if a > 0 and b > 0:
                yield put(position, i, (kind, a, b))


def answer(text):
    rows = [line.split() for line in text.split("\n")[1:]]
    start = tuple((kind, int(x), int(y)) for kind, x, y in rows)
    wins = winner(options)
    return str(sum(not wins(after) for after in options(start)))
