"""Nim in which chips may be added (1 to 3 at once, for there must be an end to trying)."""

from common_col1 import line, lists, numbers, wins, with_count

MEMO = {}


def moves(heaps):
    left = set()
    for i, (n, more) in enumerate(heaps):
        for new in [(k, more) for k in range(n)] + [(n + k, more - 1) for k in (1, 2, 3) if more > 0]:
            left.add(tuple(sorted(heaps[:i] + (new,) + heaps[i + 1 :])))
    return sorted(left)


def cases(random):
    some = []
    for heaps in lists(random, 60, (1, 3), 0, 4):
        some.append("%d %d\n%s" % (len(heaps), random.randint(1, 2 if len(heaps) < 3 else 1), line(heaps)))
    return with_count(random, some, 3)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        n, k = next(read), next(read)
        heaps = tuple(sorted((next(read), k) for _ in range(n)))
        rows.append("First" if wins(heaps, moves, MEMO) else "Second")
    return "\n".join(rows)
