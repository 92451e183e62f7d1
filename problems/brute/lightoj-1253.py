"""Nim; whoever takes the last loses."""

from common_col1 import counted, heap_game, lists, numbers, with_count

first_wins = heap_game(lambda n: [(k,) for k in range(n)], misere=True)


def cases(random):
    some = lists(random, 70, (1, 5), 1, 5) + lists(random, 30, (1, 5), 1, 2)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for case in range(1, next(read) + 1):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("Case %d: %s" % (case, "Alice" if first_wins(heaps) else "Bob"))
    return "\n".join(rows)
