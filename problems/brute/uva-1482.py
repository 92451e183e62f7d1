"""Take at most half of a heap."""

from common_col1 import counted, heap_game, lists, numbers, with_count

first_wins = heap_game(lambda n: [(n - k,) for k in range(1, n // 2 + 1)])


def cases(random):
    some = lists(random, 90, (1, 3), 1, 12) + lists(random, 30, (1, 2), 1, 30)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("YES" if first_wins(heaps) else "NO")
    return "\n".join(rows)
