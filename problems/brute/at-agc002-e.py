"""Eat the largest pile, or one sweet of every pile."""

from common_col1 import counted, lists, numbers, wins

MEMO = {}


def moves(piles):
    if not piles:
        return []
    return [piles[:-1], tuple(x - 1 for x in piles if x > 1)]


def cases(random):
    return [counted(a) for a in lists(random, 60, (1, 7), 1, 8)]


def answer(text):
    piles = tuple(sorted(numbers(text)[1:]))
    return "First" if wins(piles, moves, MEMO, misere=True) else "Second"
