"""Nim in a row, from both ends."""

from common_col1 import counted, lists, numbers, wins, with_count

MEMO = {}


def moves(heaps):
    left = []
    if heaps:
        left += [((k,) if k else ()) + heaps[1:] for k in range(heaps[0])]
        left += [heaps[:-1] + ((k,) if k else ()) for k in range(heaps[-1])]
    return left


def cases(random):
    some = lists(random, 90, (1, 5), 1, 4) + lists(random, 30, (1, 3), 1, 9)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = tuple(next(read) for _ in range(next(read)))
        rows.append("1" if wins(heaps, moves, MEMO) else "0")
    return "\n".join(rows)
