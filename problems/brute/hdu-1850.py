"""Count the winning first moves of Nim."""

from common_col1 import counted, heap_game, lists, numbers, until

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    return until(random, [counted(h) for h in lists(random, 110, (1, 5), 0, 5)], "0")


def answer(text):
    read = iter(numbers(text))
    rows = []
    while True:
        size = next(read)
        if size == 0:
            return "\n".join(rows)
        heaps = [next(read) for _ in range(size)]
        winning = 0
        for i in range(size):
            for left in range(heaps[i]):
                winning += not first_wins(heaps[:i] + [left] + heaps[i + 1 :])
        rows.append(str(winning))
