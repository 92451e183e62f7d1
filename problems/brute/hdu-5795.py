"""Take, or split into three."""

from common_col1 import counted, heap_game, lists, numbers, with_count

first_wins = heap_game(
    lambda n: [(k,) if k else () for k in range(n)]
    + [(a, b, n - a - b) for a in range(1, n) for b in range(a, n) if n - a - b >= b]
)


def cases(random):
    some = lists(random, 90, (1, 3), 1, 5) + lists(random, 40, (1, 2), 1, 9)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("First player wins." if first_wins(heaps) else "Second player wins.")
    return "\n".join(rows)
