"""Dawson's Chess with its pawns: white moves up, black down, captures are forced."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(at):
    """The mover is always below: rows (his pawns, the row between, the other's pawns), strings of . p P.

    p is a pawn of the mover and P of the other; after the move the board is turned upside down.
    """
    board = [list(row) for row in at]
    n = len(at[0])
    captures = []
    steps = []
    for r in range(2):
        for c in range(n):
            if board[r][c] != "p":
                continue
            for d in (-1, 1):
                if 0 <= c + d < n and board[r + 1][c + d] == "P":
                    captures.append((r, c, r + 1, c + d))
            if board[r + 1][c] == ".":
                steps.append((r, c, r + 1, c))
    left = set()
    for r, c, r2, c2 in captures or steps:
        new = [row[:] for row in board]
        new[r][c] = "."
        new[r2][c2] = "p"
        left.add(tuple("".join(row).swapcase() for row in reversed(new)))
    return sorted(left)


def cases(random):
    some = [str(random.randint(1, 6)) for _ in range(40)]
    return with_count(random, some, 2) + ["1\n%d" % n for n in range(1, 11)] + ["3\n%d %d %d" % (n, n + 1, n + 2) for n in range(1, 9)]


def answer(text):
    return "\n".join(
        "First" if wins(("p" * n, "." * n, "P" * n), moves, MEMO) else "Second" for n in numbers(text)[1:]
    )
