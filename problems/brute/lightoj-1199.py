"""Grundy's game."""

from common_col1 import counted, heap_game, lists, numbers, with_count

first_wins = heap_game(lambda n: [(k, n - k) for k in range(1, n) if k < n - k])


def cases(random):
    some = lists(random, 60, (1, 3), 1, 9) + lists(random, 30, (1, 1), 1, 25)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for case in range(1, next(read) + 1):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("Case %d: %s" % (case, "Alice" if first_wins(heaps) else "Bob"))
    return "\n".join(rows)
