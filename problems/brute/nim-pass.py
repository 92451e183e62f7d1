"""Nim with one pass for both players together."""

from common_col1 import counted, lists, numbers, wins, with_count

MEMO = {}


def moves(at):
    free, heaps = at
    left = []
    for i, heap in enumerate(heaps):
        left += [(free, tuple(sorted(heaps[:i] + (k,) + heaps[i + 1 :]))) for k in range(heap)]
    if free and any(heaps):
        left.append((False, heaps))
    return left


def cases(random):
    some = lists(random, 70, (1, 3), 0, 7) + lists(random, 30, (4, 4), 0, 4)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = tuple(sorted(next(read) for _ in range(next(read))))
        rows.append("First" if wins((True, heaps), moves, MEMO) else "Second")
    return "\n".join(rows)
