from common_col2 import winner


def cases(random):
    for _ in range(40):
        r, c = random.choice([(2, 3), (3, 3), (3, 2), (2, 5), (4, 3), (3, 4), (1, 3)])
        rows = ["".join(random.choice("HT") for _ in range(c)) for _ in range(r)]
        yield "\n".join(["1", "%d %d" % (r, c)] + rows)


def options(heads):
    for y, x in heads:
        for v in range(y):
            for u in range(x):
                yield heads ^ {(y, x), (v, x), (y, u), (v, u)}


def answer(text):
    words = iter(text.split())
    wins = winner(options)
    out = []
    for _ in range(int(next(words))):
        r, c = int(next(words)), int(next(words))
        rows = [next(words) for _ in range(r)]
        start = frozenset((y, x) for y in range(r) for x in range(c) if rows[y][x] == "H")
        out.append("First" if wins(start) else "Second")
    return "\n".join(out)
