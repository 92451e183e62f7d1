"""Take different numbers until a total is reached."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(at):
    free, left = at
    if left <= 0:
        return []
    return [(tuple(x for x in free if x != k), left - k) for k in free]


def cases(random):
    some = []
    for _ in range(110):
        m = random.randint(1, 7)
        some.append("%d %d" % (m, random.randint(0, m * (m + 1) // 2 + 2)))
    return with_count(random, some)


def answer(text):
    read = numbers(text)[1:]
    rows = []
    for m, total in zip(read[::2], read[1::2]):
        rows.append("First" if wins((tuple(range(1, m + 1)), total), moves, MEMO) else "Second")
    return "\n".join(rows)
