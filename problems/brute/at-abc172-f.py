"""Move stones between the first heaps before Nim begins."""

from common_col1 import counted, heap_game, lists, numbers

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    return [counted(a) for a in lists(random, 40, (2, 4), 1, 7) + lists(random, 40, (2, 3), 1, 12)]


def answer(text):
    a, b, *others = numbers(text)[1:]
    for moved in range(a):
        if not first_wins([a - moved, b + moved] + others):
            return str(moved)
    return "-1"
