"""Take one stone, not from the heap of the last move."""

from common_col1 import counted, lists, numbers, wins, with_count

MEMO = {}


def moves(at):
    heaps, last = at
    left = []
    for i, heap in enumerate(heaps):
        if heap > 0 and i != last:
            left.append((heaps[:i] + (heap - 1,) + heaps[i + 1 :], i))
    return left


def cases(random):
    some = lists(random, 80, (1, 3), 1, 5) + lists(random, 40, (4, 4), 1, 3)
    random.shuffle(some)
    return with_count(random, [counted(h) for h in some], 5)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = tuple(next(read) for _ in range(next(read)))
        rows.append("T" if wins((heaps, -1), moves, MEMO) else "HL")
    return "\n".join(rows)
