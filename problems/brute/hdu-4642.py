from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        n, m = random.randint(1, 4), random.randint(1, 3)
        yield lines([1], [n, m], *[[random.randint(0, 1) for _ in range(m)] for _ in range(n)])


def options(rows):
    for y, row in enumerate(rows):
        for x, c in enumerate(row):
            if c == 1:
                yield rows[:y] + tuple(r[:x] + tuple(1 - d for d in r[x:]) for r in rows[y:])


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        n, m = next(it), next(it)
        rows = tuple(tuple(next(it) for _ in range(m)) for _ in range(n))
        out.append("Alice" if wins(rows) else "Bob")
    return "\n".join(out)
