from common_col2 import winner


def cases(random):
    for _ in range(40):
        r, c = random.randint(1, 4), random.randint(1, 4)
        rows = ["".join(random.choice("...#") for _ in range(c)) for _ in range(r)]
        yield "\n".join(["%d %d" % (r, c)] + rows + ["0 0"])


def options(free):
    for y, x in free:
        for other in ((y, x + 1), (y + 1, x)):
            if other in free:
                yield free - {(y, x), other}


def answer(text):
    words = iter(text.split())
    wins = winner(options)
    out = []
    while True:
        r, c = int(next(words)), int(next(words))
        if r == c == 0:
            return "\n".join(out)
        rows = [next(words) for _ in range(r)]
        free = frozenset((y, x) for y in range(r) for x in range(c) if rows[y][x] == ".")
        out.append(str(sum(not wins(after) for after in options(free))))
