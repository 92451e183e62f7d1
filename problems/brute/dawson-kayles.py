"""Take two neighbours from a row; count the places of winning first moves."""

from common_col1 import numbers, wins

MEMO = {}


def moves(row):
    left = []
    for at in range(len(row) - 1):
        if row[at : at + 2] == "11":
            left.append(row[:at] + "00" + row[at + 2 :])
    return left


def cases(random):
    return [str(n) for n in range(0, 18)] + ["%d\n%d" % (random.randint(0, 17), random.randint(0, 17)) for _ in range(20)]


def answer(text):
    rows = []
    for n in numbers(text):
        winning = sum(not wins(to, moves, MEMO) for to in moves("1" * n))
        rows.append("First %d" % winning if winning else "Second")
    return "\n".join(rows)
