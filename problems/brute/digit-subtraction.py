"""Subtract a digit: the least winning one."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(n):
    return [n - int(digit) for digit in str(n) if digit != "0"]


def cases(random):
    return with_count(random, [str(random.randint(0, random.choice([40, 300, 2000]))) for _ in range(130)])


def answer(text):
    rows = []
    for n in numbers(text)[1:]:
        for k in range(300):
            wins(max(n - 10 * (300 - k), 0), moves, MEMO)
        winning = [n - to for to in moves(n) if not wins(to, moves, MEMO)]
        rows.append(str(min(winning)) if winning else "-1")
    return "\n".join(rows)
