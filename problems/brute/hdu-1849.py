"""Pieces that walk towards square 0."""

from common_col1 import counted, heap_game, lists, numbers, until

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    return until(random, [counted(h) for h in lists(random, 130, (1, 4), 0, 7)], "0")


def answer(text):
    read = iter(numbers(text))
    rows = []
    while True:
        count = next(read)
        if count == 0:
            return "\n".join(rows)
        pieces = [next(read) for _ in range(count)]
        rows.append("Rabbit Win!" if first_wins(pieces) else "Grass Win!")
