"""The least winning first move of Nim, and what it leaves."""

from common_col1 import counted, heap_game, line, lists, numbers

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    return [counted(h) for h in lists(random, 60, (1, 4), 1, 7)]


def answer(text):
    heaps = numbers(text)[1:]
    winning = []
    for i, heap in enumerate(heaps):
        for taken in range(1, heap + 1):
            left = heaps[:i] + [heap - taken] + heaps[i + 1 :]
            if not first_wins(left):
                winning.append((taken, i + 1, left))
    if not winning:
        return "lose"
    taken, heap, left = min(winning)
    return "%d %d\n%s" % (taken, heap, line(left))
