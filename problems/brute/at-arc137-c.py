"""Make the largest number smaller."""

from common_col1 import counted, numbers, wins

MEMO = {}


def moves(values):
    rest = values[:-1]
    return [tuple(sorted(rest + (k,))) for k in range(values[-1]) if k not in rest]


def cases(random):
    return [counted(random.sample(range(0, 13), random.randint(2, 6))) for _ in range(60)]


def answer(text):
    return "Alice" if wins(tuple(sorted(numbers(text)[1:])), moves, MEMO) else "Bob"
