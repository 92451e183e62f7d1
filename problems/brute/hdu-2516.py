"""Fibonacci Nim."""

from common_col1 import numbers, until, wins

MEMO = {}


def moves(at):
    n, most = at
    return [(n - k, min(2 * k, n - k)) for k in range(1, min(n, most) + 1)]


def cases(random):
    return until(random, [str(n) for n in range(1, 130)], "0")


def answer(text):
    rows = []
    for n in numbers(text)[:-1]:
        rows.append("First win" if wins((n, n - 1), moves, MEMO) else "Second win")
    return "\n".join(rows)
