"""Fibonacci Nim with a free first move: the least winning first move."""

from common_col1 import numbers, wins

MEMO = {}


def moves(at):
    n, most = at
    return [(n - k, min(2 * k, n - k)) for k in range(1, min(n, most) + 1)]


def cases(random):
    return [str(n) for n in range(1, 70)]


def answer(text):
    n = numbers(text)[0]
    return str(min(k for k in range(1, n + 1) if not wins((n - k, min(2 * k, n - k)), moves, MEMO)))
