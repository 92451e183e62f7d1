from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(40):
        r, c = random.choice([(2, 3), (3, 3), (3, 2), (2, 4), (1, 5), (2, 2)])
        yield lines([r, c], *[[random.randint(0, 1) for _ in range(c)] for _ in range(r)], [0, 0])


def options(light):
    for y, x in light:
        for v in range(y + 1):
            for u in range(x + 1):
                yield light ^ {(b, a) for b in range(v, y + 1) for a in range(u, x + 1)}


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    while True:
        r, c = next(it), next(it)
        if r == c == 0:
            return "\n".join(out)
        cells = [(y, x) for y in range(r) for x in range(c)]
        out.append("First" if wins(frozenset(p for p in cells if next(it) == 1)) else "Second")
