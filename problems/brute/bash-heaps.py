"""Bash's game on several heaps."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(heaps):
    left = set()
    for i, (n, m) in enumerate(heaps):
        for k in range(1, min(n, m) + 1):
            left.add(tuple(sorted(heaps[:i] + ((n - k, m),) + heaps[i + 1 :])))
    return sorted(left)


def cases(random):
    some = []
    for _ in range(100):
        count = random.randint(1, 3)
        heaps = ["%d %d" % (random.randint(0, 9), random.randint(1, 5)) for _ in range(count)]
        some.append("%d\n%s" % (count, "\n".join(heaps)))
    return with_count(random, some)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = tuple(sorted((next(read), next(read)) for _ in range(next(read))))
        rows.append("First" if wins(heaps, moves, MEMO) else "Second")
    return "\n".join(rows)
