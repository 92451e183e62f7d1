"""No number is taken twice from a heap."""

from common_col1 import counted, lists, numbers, wins

MEMO = {}


def moves(heaps):
    left = set()
    for i, (stones, taken) in enumerate(heaps):
        for k in range(1, stones + 1):
            if k not in taken:
                rest = stones - k
                new = tuple(sorted(t for t in taken + (k,) if t <= rest))
                left.add(tuple(sorted(heaps[:i] + ((rest, new),) + heaps[i + 1 :])))
    return sorted(left)


def cases(random):
    return [counted(s) for s in lists(random, 25, (1, 3), 1, 5) + lists(random, 25, (1, 2), 1, 9) + lists(random, 8, (1, 1), 1, 20)]


def answer(text):
    heaps = tuple(sorted((s, ()) for s in numbers(text)[1:]))
    return "NO" if wins(heaps, moves, MEMO) else "YES"
