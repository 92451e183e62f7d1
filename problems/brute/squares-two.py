from common_col2 import winner


def cases(random):
    for _ in range(50):
        n, m = random.randint(1, 6), random.randint(1, 6)
        rows = ["".join(random.choice("000001") for _ in range(m)) for _ in range(n)]
        yield "\n".join(["%d %d" % (n, m)] + rows)


def options(rows):
    for y in range(len(rows) - 1):
        for x in range(len(rows[0]) - 1):
            if rows[y][x:x + 2] == rows[y + 1][x:x + 2] == "00":
                new = list(rows)
                for v in (y, y + 1):
                    new[v] = rows[v][:x] + "11" + rows[v][x + 2:]
                yield tuple(new)


def answer(text):
    words = iter(text.split())
    wins = winner(options)
    out = []
    for n in words:
        next(words)
        out.append("Yes" if wins(tuple(next(words) for _ in range(int(n)))) else "No")
    return "\n".join(out)
