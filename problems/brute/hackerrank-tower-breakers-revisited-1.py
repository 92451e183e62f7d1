"""Towers become divisors."""

from common_col1 import counted, heap_game, lists, numbers, with_count


def become(n):
    return [(y,) for y in range(1, n) if n % y == 0]


first_wins = heap_game(become)


def cases(random):
    some = lists(random, 130, (1, 4), 1, 36)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("1" if first_wins(heaps) else "2")
    return "\n".join(rows)
