"""Nim with one case."""

from common_col1 import counted, heap_game, lists, numbers

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    return ["1\n1", "2\n3 3", "3\n1 2 3"] + [counted(h) for h in lists(random, 45, (1, 4), 0, 7)]


def answer(text):
    return "Yes" if first_wins(numbers(text)[1:]) else "No"
