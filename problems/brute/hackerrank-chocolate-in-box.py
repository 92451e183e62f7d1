"""Count the winning first moves of Nim."""

from common_col1 import counted, heap_game, lists, numbers

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    return [counted(h) for h in lists(random, 60, (1, 5), 1, 5)]


def answer(text):
    heaps = numbers(text)[1:]
    winning = 0
    for i in range(len(heaps)):
        for left in range(heaps[i]):
            winning += not first_wins(heaps[:i] + [left] + heaps[i + 1 :])
    return str(winning)
