"""Staircase Nim."""

from common_col1 import counted, lists, numbers, wins

MEMO = {}


def moves(steps):
    left = []
    for i, coins in enumerate(steps):
        for k in range(1, coins + 1):
            after = list(steps)
            after[i] -= k
            if i > 0:
                after[i - 1] += k
            left.append(tuple(after))
    return left


def cases(random):
    return [counted(a) for a in lists(random, 30, (1, 3), 0, 4) + lists(random, 20, (4, 5), 0, 2)]


def answer(text):
    return "Yes" if wins(tuple(numbers(text)[1:]), moves, MEMO) else "No"
