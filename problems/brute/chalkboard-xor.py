"""Erase numbers; whoever makes the xor 0 loses."""

from common_col1 import counted, lists, numbers

MEMO = {}


def mover_wins(values):
    if values not in MEMO:
        total = 0
        for x in values:
            total ^= x
        result = total == 0
        if not result:
            for i in range(len(values)):
                rest = values[:i] + values[i + 1 :]
                made = total ^ values[i]
                result = result or (made != 0 and not mover_wins(rest))
        MEMO[values] = result
    return MEMO[values]


def cases(random):
    return [counted(a) for a in lists(random, 40, (1, 7), 0, 5) + lists(random, 20, (3, 7), 1, 2)]


def answer(text):
    return "First" if mover_wins(tuple(sorted(numbers(text)[1:]))) else "Second"
