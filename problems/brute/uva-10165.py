"""Nim, cases until 0."""

from common_col1 import counted, heap_game, lists, numbers, until

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    return until(random, [counted(h) for h in lists(random, 130, (1, 5), 0, 6)], "0")


def answer(text):
    read = iter(numbers(text))
    rows = []
    while True:
        size = next(read)
        if size == 0:
            return "\n".join(rows)
        rows.append("Yes" if first_wins([next(read) for _ in range(size)]) else "No")
