"""Nim; whoever takes the last loses."""

from common_col1 import counted, heap_game, lists, numbers, with_count

first_wins = heap_game(lambda n: [(k,) for k in range(n)], misere=True)


def cases(random):
    some = lists(random, 60, (1, 5), 0, 5) + lists(random, 30, (1, 5), 1, 1) + lists(random, 30, (1, 5), 1, 3)
    return with_count(random, [counted(h) for h in some], 5)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("John" if first_wins(heaps) else "Brother")
    return "\n".join(rows)
