from common_col2 import winner


def cases(random):
    for _ in range(60):
        r, c = random.randint(1, 3), random.randint(1, 3)
        rows = ["".join(random.choice("...#") for _ in range(c)) for _ in range(r)]
        if sum(row.count("#") for row in rows) <= 3:
            yield "\n".join(["%d %d" % (r, c)] + rows + ["0 0"])


def options(bombs):
    """The position is a sorted tuple of the places of all bombs."""
    for k, (y, x) in enumerate(bombs):
        rest = bombs[:k] + bombs[k + 1:]
        left = [((y, u),) for u in range(x)] or [()]
        above = [((v, x),) for v in range(y)] or [()]
        for a in left:
            for b in above:
                yield tuple(sorted(rest + a + b))


def answer(text):
    words = iter(text.split())
    wins = winner(options)
    out = []
    while True:
        r, c = int(next(words)), int(next(words))
        if r == c == 0:
            return "\n".join(out)
        rows = [next(words) for _ in range(r)]
        bombs = tuple((y, x) for y in range(r) for x in range(c) if rows[y][x] == "#")
        out.append("John" if wins(bombs) else "Jack")
