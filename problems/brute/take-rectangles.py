from common_col2 import winner


def cases(random):
    for _ in range(50):
        r, c = random.randint(1, 4), random.randint(1, 3)
        rows = ["".join(random.choice("oo.") for _ in range(c)) for _ in range(r)]
        yield "\n".join(["%d %d" % (r, c)] + rows + ["0 0"])


def options(stones):
    for y, x in stones:
        for v in range(y, y + 4):
            for u in range(x, x + 4):
                some = {(b, a) for b in range(y, v + 1) for a in range(x, u + 1)}
                if some <= stones:
                    yield stones - some


def answer(text):
    words = iter(text.split())
    wins = winner(options)
    out = []
    while True:
        r, c = int(next(words)), int(next(words))
        if r == c == 0:
            return "\n".join(out)
        rows = [next(words) for _ in range(r)]
        start = frozenset((y, x) for y in range(r) for x in range(c) if rows[y][x] == "o")
        out.append(str(sum(not wins(after) for after in options(start))))
