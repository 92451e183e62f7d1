"""Nim with one empty move for every heap."""

from common_col1 import counted, lists, numbers, wins, with_count

MEMO = {}


def moves(heaps):
    left = set()
    for i, (n, free) in enumerate(heaps):
        for new in [(k, free) for k in range(n)] + ([(n, False)] if n > 0 and free else []):
            left.add(tuple(sorted(heaps[:i] + (new,) + heaps[i + 1 :])))
    return sorted(left)


def cases(random):
    return with_count(random, [counted(p) for p in lists(random, 130, (1, 3), 1, 6)])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = tuple(sorted((next(read), True) for _ in range(next(read))))
        rows.append("W" if wins(heaps, moves, MEMO) else "L")
    return "\n".join(rows)
