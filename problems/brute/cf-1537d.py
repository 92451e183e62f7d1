"""Subtract a divisor other than 1 and the number."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(n):
    return [n - d for d in range(2, n) if n % d == 0]


def cases(random):
    some = [str(n) for n in list(range(1, 90)) + [128, 256]]
    random.shuffle(some)
    return with_count(random, some, 3)


def answer(text):
    return "\n".join("Alice" if wins(n, moves, MEMO) else "Bob" for n in numbers(text)[1:])
