"""A piece that walks left, down, or both."""

from common_col1 import numbers, until, wins

MEMO = {}


def moves(at):
    r, c = at
    left = [(r - 1, c), (r, c - 1), (r - 1, c - 1)]
    return [(a, b) for a, b in left if a >= 1 and b >= 1]


def cases(random):
    some = ["%d %d" % (a, b) for a in range(1, 12) for b in range(1, 12)]
    random.shuffle(some)
    return until(random, some, "0 0")


def answer(text):
    read = numbers(text)
    rows = []
    for at in list(zip(read[::2], read[1::2]))[:-1]:
        rows.append("Wonderful!" if wins(at, moves, MEMO) else "What a pity!")
    return "\n".join(rows)
