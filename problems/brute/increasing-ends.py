from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(80):
        n = random.randint(1, 9)
        yield lines([1], [n], [random.randint(1, random.choice([4, 9])) for _ in range(n)])


def options(position):
    row, last = position
    if row and row[0] > last:
        yield row[1:], row[0]
    if row and row[-1] > last:
        yield row[:-1], row[-1]


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        row = tuple(next(it) for _ in range(next(it)))
        out.append("Alice" if wins((row, 0)) else "Bob")
    return "\n".join(out)
