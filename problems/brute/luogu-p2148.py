"""Pairs of heaps: discard one, split the other."""

from common_col1 import numbers, line, wins, with_count

MEMO = {}


def moves(pairs):
    left = set()
    for i, pair in enumerate(pairs):
        for kept in pair:
            for k in range(1, kept):
                left.add(tuple(sorted(pairs[:i] + (tuple(sorted((k, kept - k))),) + pairs[i + 1 :])))
    return sorted(left)


def cases(random):
    some = []
    for _ in range(130):
        count = random.randint(1, 3)
        high = (25, 9, 5)[count - 1]
        heaps = [random.randint(1, high) for _ in range(2 * count)]
        some.append("%d\n%s" % (2 * count, line(heaps)))
    return with_count(random, some)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        count = next(read) // 2
        pairs = tuple(sorted(tuple(sorted((next(read), next(read)))) for _ in range(count)))
        rows.append("YES" if wins(pairs, moves, MEMO) else "NO")
    return "\n".join(rows)
