"""Nim, T cases."""

from common_col1 import counted, heap_game, lists, numbers, with_count

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    return with_count(random, [counted(h) for h in lists(random, 130, (1, 5), 0, 6)])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("Yes" if first_wins(heaps) else "No")
    return "\n".join(rows)
