from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        r, c = random.choice([(1, 1), (1, 3), (2, 2), (2, 2), (3, 1), (2, 3), (1, 4)])
        yield lines([1], [r, c], *[[random.randint(0, 2) for _ in range(c)] for _ in range(r)])


def answer(text):
    it = numbers(text)
    out = []
    for case in range(1, next(it) + 1):
        r, c = next(it), next(it)

        def options(board):
            for y in range(r):
                for x in range(c):
                    for b, a in ((y + 1, x), (y, x + 1)):
                        if b < r and a < c:
                            for k in range(1, board[y * c + x] + 1):
                                new = list(board)
                                new[y * c + x] -= k
                                new[b * c + a] += k
                                yield tuple(new)

        start = tuple(next(it) for _ in range(r * c))
        out.append("Case %d: %s" % (case, "win" if winner(options)(start) else "lose"))
    return "\n".join(out)
