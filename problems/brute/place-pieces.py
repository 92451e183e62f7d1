from common_col2 import lines, winner


def cases(random):
    for kind in "KNQBR":
        for r in range(1, 4):
            for c in range(1, 5):
                yield lines([1], [kind, r, c])


def attacks(kind, a, b):
    dy, dx = abs(a[0] - b[0]), abs(a[1] - b[1])
    straight, diagonal = dy == 0 or dx == 0, dy == dx
    return {"K": dy <= 1 and dx <= 1, "N": {dy, dx} == {1, 2}, "R": straight, "B": diagonal,
            "Q": straight or diagonal}[kind]


def answer(text):
    words = iter(text.split())
    out = []
    for _ in range(int(next(words))):
        kind, r, c = next(words), int(next(words)), int(next(words))
        board = [(y, x) for y in range(r) for x in range(c)]

        def options(pieces):
            for p in board:
                if p not in pieces and not any(attacks(kind, p, q) for q in pieces):
                    yield pieces | {p}

        out.append("First" if winner(options)(frozenset()) else "Second")
    return "\n".join(out)
