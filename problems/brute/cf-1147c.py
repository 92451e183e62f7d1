"""Take from exactly half of the heaps."""

import itertools

from common_col1 import counted, lists, numbers, wins

MEMO = {}


def moves(heaps):
    n = len(heaps)
    left = set()
    for chosen in itertools.combinations(range(n), n // 2):
        for new in itertools.product(*[range(heaps[i]) for i in chosen]):
            after = list(heaps)
            for i, k in zip(chosen, new):
                after[i] = k
            left.add(tuple(sorted(after)))
    return sorted(left)


def cases(random):
    return [counted(a) for a in lists(random, 40, (4, 4), 1, 5) + lists(random, 15, (4, 4), 1, 2) + lists(random, 20, (2, 2), 1, 9)]


def answer(text):
    return "Alice" if wins(tuple(sorted(numbers(text)[1:])), moves, MEMO) else "Bob"
