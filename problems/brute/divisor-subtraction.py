"""Subtract a proper divisor."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(n):
    return [n - d for d in range(1, n) if n % d == 0]


def cases(random):
    some = [str(n) for n in range(1, 110)]
    random.shuffle(some)
    return with_count(random, some, 5)


def answer(text):
    return "\n".join("First" if wins(n, moves, MEMO) else "Second" for n in numbers(text)[1:])
