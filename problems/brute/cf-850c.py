"""Divide all numbers by a prime power."""

from common_col1 import counted, lists, numbers, wins

MEMO = {}


def is_prime_power(q):
    least = min(d for d in range(2, q + 1) if q % d == 0)
    while q % least == 0:
        q //= least
    return q == 1


def moves(values):
    left = set()
    for q in range(2, max(values) + 1):
        if is_prime_power(q) and any(x % q == 0 for x in values):
            left.add(tuple(sorted(x // q if x % q == 0 else x for x in values)))
    return sorted(left)


def cases(random):
    return [counted(a) for a in lists(random, 30, (1, 4), 1, 16) + lists(random, 30, (1, 3), 1, 70)]


def answer(text):
    return "Mojtaba" if wins(tuple(sorted(numbers(text)[1:])), moves, MEMO) else "Arpa"
