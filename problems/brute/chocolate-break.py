"""Break bars."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(bars):
    left = set()
    for i, (m, n) in enumerate(bars):
        rest = bars[:i] + bars[i + 1 :]
        for k in range(1, m):
            left.add(tuple(sorted(rest + ((k, n), (m - k, n)))))
        for k in range(1, n):
            left.add(tuple(sorted(rest + ((m, k), (m, n - k)))))
    return sorted(left)


def cases(random):
    some = []
    for _ in range(90):
        count = random.randint(1, 2)
        high = 4 if count == 1 else 3
        bars = ["%d %d" % (random.randint(1, high), random.randint(1, 3)) for _ in range(count)]
        some.append("%d\n%s" % (count, "\n".join(bars)))
    return with_count(random, some, 4)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        bars = tuple(sorted((next(read), next(read)) for _ in range(next(read))))
        rows.append("First" if wins(bars, moves, MEMO) else "Second")
    return "\n".join(rows)
