"""Take from a heap and spread what is left of it."""

from common_col1 import counted, lists, numbers, until, wins

MEMO = {}


def spreads(stones, heaps):
    """All ways to put up to so many stones onto the heaps: (new heaps, stones kept)."""
    if not heaps:
        return [((), stones)]
    ways = []
    for k in range(stones + 1):
        for rest, kept in spreads(stones - k, heaps[1:]):
            ways.append(((heaps[0] + k,) + rest, kept))
    return ways


def moves(heaps):
    left = set()
    for i, heap in enumerate(heaps):
        for remaining in range(heap):
            for others, kept in spreads(remaining, heaps[:i] + heaps[i + 1 :]):
                left.add(tuple(sorted(others + ((kept,) if kept else ()))))
    return sorted(left)


def cases(random):
    some = lists(random, 60, (1, 3), 1, 5) + lists(random, 15, (2, 2), 1, 3) + lists(random, 15, (4, 4), 1, 2) + [[1, 3, 1, 3], [3, 3, 2, 2]]
    for _ in range(10):
        a = random.randint(1, 5)
        some.append([a, a])
    random.shuffle(some)
    return until(random, [counted(h) for h in some], "0", 3)


def answer(text):
    read = iter(numbers(text))
    rows = []
    while True:
        count = next(read)
        if count == 0:
            return "\n".join(rows)
        heaps = tuple(sorted(next(read) for _ in range(count)))
        rows.append("1" if wins(heaps, moves, MEMO) else "0")
