"""A heap becomes two smaller ones."""

from common_col1 import counted, heap_game, lists, numbers

first_wins = heap_game(
    lambda n: [tuple(x for x in (a, b) if x > 0) for a in range(n) for b in range(a + 1)]
)


def cases(random):
    return [counted(h) for h in lists(random, 30, (1, 4), 0, 3) + lists(random, 35, (1, 2), 0, 4)]


def answer(text):
    return "Yes" if first_wins([n for n in numbers(text)[1:] if n > 0]) else "No"
