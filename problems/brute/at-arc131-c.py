"""Erase numbers; whoever makes the xor 0 wins."""

from common_col1 import counted, numbers

MEMO = {}


def mover_wins(values):
    if values not in MEMO:
        result = False
        for i in range(len(values)):
            rest = values[:i] + values[i + 1 :]
            made = 0
            for x in rest:
                made ^= x
            result = result or made == 0 or not mover_wins(rest)
        MEMO[values] = result
    return MEMO[values]


def cases(random):
    return [counted(random.sample(range(1, 12), random.randint(1, 7))) for _ in range(70)]


def answer(text):
    return "Win" if mover_wins(tuple(sorted(numbers(text)[1:]))) else "Lose"
