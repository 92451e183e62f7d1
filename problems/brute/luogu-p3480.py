from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(50):
        n = random.randint(1, 4)
        yield lines([1], [n], sorted(random.randint(0, 6) for _ in range(n)))


def options(heaps):
    for i, x in enumerate(heaps):
        for y in range(heaps[i - 1] if i else 0, x):
            yield put(heaps, i, y)


def answer(text):
    it = numbers(text)
    wins = winner(options)
    return "\n".join("TAK" if wins(tuple(next(it) for _ in range(next(it)))) else "NIE" for _ in range(next(it)))
