"""Wythoff's game with takes that differ by less than t."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(at):
    t, a, b = at
    left = [(t, k, b) for k in range(a)] + [(t, a, k) for k in range(b)]
    left += [(t, a - k, b - l) for k in range(1, a + 1) for l in range(1, b + 1) if abs(k - l) < t]
    return left


def cases(random):
    some = [(t, a, b) for t in (1, 2, 3, 4) for a in range(8) for b in range(a, 13)]
    random.shuffle(some)
    return with_count(random, ["%d %d %d" % x for x in some[:200]], 8)


def answer(text):
    read = numbers(text)[1:]
    rows = []
    for at in zip(read[::3], read[1::3], read[2::3]):
        rows.append("First" if wins(at, moves, MEMO) else "Second")
    return "\n".join(rows)
