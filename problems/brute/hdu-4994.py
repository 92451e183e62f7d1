"""Nim from the first heap on."""

from common_col1 import counted, lists, numbers, wins, with_count

MEMO = {}


def moves(heaps):
    for i, heap in enumerate(heaps):
        if heap > 0:
            return [heaps[:i] + (left,) + heaps[i + 1 :] for left in range(heap)]
    return []


def cases(random):
    some = lists(random, 60, (1, 6), 1, 3) + lists(random, 60, (1, 7), 1, 2) + lists(random, 10, (1, 5), 1, 1)
    random.shuffle(some)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = tuple(next(read) for _ in range(next(read)))
        rows.append("Yes" if wins(heaps, moves, MEMO) else "No")
    return "\n".join(rows)
