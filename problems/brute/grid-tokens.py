from common_col2 import lines, put, winner


def cases(random):
    for _ in range(60):
        r, c, k = random.randint(1, 4), random.randint(1, 4), random.randint(1, 2)
        rows = ["".join(random.choice("...#") for _ in range(c)) for _ in range(r)]
        free = [[y + 1, x + 1] for y in range(r) for x in range(c) if rows[y][x] == "."]
        if free:
            yield lines([r, c, k], *rows, *[random.choice(free) for _ in range(k)])


def answer(text):
    words = iter(text.split())
    out = []
    for r in words:
        r, c, k = int(r), int(next(words)), int(next(words))
        board = [next(words) for _ in range(r)]
        tokens = tuple((int(next(words)) - 1, int(next(words)) - 1) for _ in range(k))

        def options(position):
            for i, (y, x) in enumerate(position):
                for dy, dx in ((1, 0), (0, 1)):
                    v, u = y + dy, x + dx
                    while v < r and u < c and board[v][u] == ".":
                        yield put(position, i, (v, u))
                        v, u = v + dy, u + dx

        wins = winner(options)
        out.append(str(sum(not wins(after) for after in options(tokens))))
    return "\n".join(out)
