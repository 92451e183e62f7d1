from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        n = random.randint(1, 8)
        yield lines([n], [random.randint(0, 1) for _ in range(n)], [0])


def options(row):
    for i, c in enumerate(row):
        if c == 1:
            for j in range(i):
                yield row[:j] + (1 - row[j],) + row[j + 1:i] + (0,) + row[i + 1:]


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    while True:
        n = next(it)
        if n == 0:
            return "\n".join(out)
        row = tuple(next(it) for _ in range(n))
        out.append(str(sum(not wins(after) for after in options(row))))
