"""Nim; a heap that was begun must be gone on with."""

from common_col1 import counted, lists, numbers, wins, with_count

MEMO = {}


def moves(at):
    heaps, begun = at
    if begun:
        return [(heaps, left) for left in range(begun)]
    result = []
    for i, heap in enumerate(heaps):
        rest = heaps[:i] + heaps[i + 1 :]
        result += [(rest, left) for left in range(heap)]
    return result


def cases(random):
    some = lists(random, 70, (1, 5), 1, 4) + lists(random, 40, (1, 7), 1, 2) + lists(random, 20, (1, 8), 1, 1)
    random.shuffle(some)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = tuple(sorted(next(read) for _ in range(next(read))))
        rows.append("poopi" if wins((heaps, 0), moves, MEMO) else "piloop")
    return "\n".join(rows)
