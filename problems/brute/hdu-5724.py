from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(36):
        n = random.randint(1, 2)
        rows = []
        for _ in range(n):
            k = random.randint(1, 4)
            row = sorted(random.sample(range(15, 21), k))
            rows.append([k] + row)
        yield lines([1], [n], *rows)


def options(position):
    for i, row in enumerate(position):
        for x in row:
            y = x
            while y in row:
                y += 1
            if y <= 20:
                yield put(position, i, tuple(sorted(set(row) - {x} | {y})))


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        start = []
        for _ in range(next(it)):
            start.append(tuple(next(it) for _ in range(next(it))))
        out.append("YES" if wins(tuple(start)) else "NO")
    return "\n".join(out)
