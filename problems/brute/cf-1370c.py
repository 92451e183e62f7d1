"""Divide by an odd divisor, or subtract 1."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(n):
    return ([n - 1] if n > 1 else []) + [n // d for d in range(3, n + 1, 2) if n % d == 0]


def cases(random):
    some = [str(n) for n in list(range(1, 100)) + [128, 162, 210, 250]]
    random.shuffle(some)
    return with_count(random, some, 3)


def answer(text):
    return "\n".join("Ashishgup" if wins(n, moves, MEMO) else "FastestFinger" for n in numbers(text)[1:])
