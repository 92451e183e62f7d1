"""A sum of four kinds of games; the number of winning first moves."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def become(kind, n):
    """What a part may become, every result once."""
    if kind == 1:
        lists = [[k] for k in range(n)]
    elif kind == 2:
        lists = [[n - k] for k in (1, 2, 3) if k <= n]
    elif kind == 3:
        lists = [sorted((a, n - t - a)) for t in (1, 2) for a in range(n - t + 1)]
    else:
        lists = [[a, n - a] for a in range(1, n) if a < n - a]
    return [tuple((kind, x) for x in some) for some in sorted(set(map(tuple, lists)))]


def moves(parts):
    left = []
    for i, (kind, n) in enumerate(parts):
        left += [tuple(sorted(parts[:i] + new + parts[i + 1 :])) for new in become(kind, n)]
    return left


def cases(random):
    some = []
    for _ in range(90):
        count = random.randint(1, 3)
        parts = ["%d %d" % (random.randint(1, 4), random.randint(1, 6 if count < 3 else 4)) for _ in range(count)]
        some.append("%d\n%s" % (count, "\n".join(parts)))
    return with_count(random, some, 4)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        parts = tuple(sorted((next(read), next(read)) for _ in range(next(read))))
        winning = sum(not wins(to, moves, MEMO) for to in moves(parts))
        rows.append("First with %d" % winning if winning else "Second")
    return "\n".join(rows)
