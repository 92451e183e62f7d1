"""Split a tower into equal towers."""

from common_col1 import counted, heap_game, lists, numbers, with_count


def become(n):
    return [(n // y,) * y for y in range(2, n + 1) if n % y == 0]


first_wins = heap_game(become)


def cases(random):
    some = lists(random, 60, (1, 3), 1, 8) + lists(random, 30, (1, 2), 1, 12)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("1" if first_wins(heaps) else "2")
    return "\n".join(rows)
