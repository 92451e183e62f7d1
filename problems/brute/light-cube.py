from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(40):
        c = random.choice([(2, 2, 2), (3, 2, 1), (1, 4, 2), (2, 1, 4), (3, 1, 3)])
        points = [(x, y, z) for x in range(1, c[0] + 1) for y in range(1, c[1] + 1) for z in range(1, c[2] + 1)]
        n = random.randint(1, 4)
        yield lines([n], *random.sample(points, n))


def options(lit):
    for x, y, z in lit:
        for a in range(x):
            for b in range(y):
                for c in range(z):
                    box = {(u, v, w) for u in (a, x) for v in (b, y) for w in (c, z)}
                    yield lit ^ {p for p in box if min(p) > 0}


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for n in it:
        start = frozenset((next(it), next(it), next(it)) for _ in range(n))
        out.append("First" if wins(start) else "Second")
    return "\n".join(out)
