"""Kayles, bottle by bottle."""

from common_col1 import counted, lists, numbers, wins, with_count

MEMO = {}


def moves(rows):
    left = set()
    for at in range(len(rows)):
        for width in (1, 2):
            if rows[at : at + width] == "1" * width:
                left.add(rows[:at] + "0" * width + rows[at + width :])
    return sorted(left)


def cases(random):
    some = lists(random, 50, (1, 3), 1, 4) + lists(random, 15, (1, 2), 1, 6) + [[n] for n in range(1, 12)]
    return with_count(random, [counted(r) for r in some], 3)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        bottles = "0".join("1" * next(read) for _ in range(next(read)))
        rows.append("First" if wins(bottles, moves, MEMO) else "Second")
    return "\n".join(rows)
