"""Euclid's game."""

from common_col1 import numbers, until, wins

MEMO = {}


def moves(at):
    small, large = min(at), max(at)
    if small == 0:
        return []
    return [(small, large - k) for k in range(small, large + 1, small)]


def cases(random):
    some = ["%d %d" % (random.randint(1, 40), random.randint(1, 40)) for _ in range(130)]
    return until(random, some, "0 0")


def answer(text):
    read = numbers(text)
    rows = []
    for at in list(zip(read[::2], read[1::2]))[:-1]:
        rows.append("Stan wins" if wins(at, moves, MEMO) else "Ollie wins")
    return "\n".join(rows)
