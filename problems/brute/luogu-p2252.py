"""Wythoff's game."""

from common_col1 import numbers, wins

MEMO = {}


def moves(at):
    a, b = at
    left = [(k, b) for k in range(a)] + [(a, k) for k in range(b)]
    return left + [(a - k, b - k) for k in range(1, min(a, b) + 1)]


def cases(random):
    pairs = [(a, b) for a in range(16) for b in range(a, 16)]
    return ["%d %d" % pair for pair in random.sample(pairs, 45)] + ["1 2", "3 5", "7 4", "10 6", "8 13"]


def answer(text):
    return "1" if wins(tuple(numbers(text)), moves, MEMO) else "0"
