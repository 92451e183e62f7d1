from common_col2 import winner


def cases(random):
    for _ in range(60):
        r, c = random.randint(1, 4), random.randint(1, 4)
        rows = ["".join(random.choice("...#") for _ in range(c)) for _ in range(r)]
        yield "\n".join(["%d %d" % (r, c)] + rows)


def answer(text):
    words = text.split()
    r, c, rows = int(words[0]), int(words[1]), words[2:]
    free = [(y, x) for y in range(r) for x in range(c) if rows[y][x] == "."]

    def options(path):
        y, x = path[-1]
        for p in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if p in free and p not in path:
                yield path + (p,)

    wins = winner(options)
    good = [p for p in free if not wins((p,))]
    return "%d\n%s\n%s" % (len(good), " ".join(str(y + 1) for y, _ in good), " ".join(str(x + 1) for _, x in good))
