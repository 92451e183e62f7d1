"""Take 1 to m from one heap."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(at):
    n, m = at
    return [(n - k, m) for k in range(1, min(n, m) + 1)]


def cases(random):
    pairs = [(random.randint(0, 60), random.randint(1, 9)) for _ in range(160)]
    return with_count(random, ["%d %d" % pair for pair in pairs])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        at = (next(read), next(read))
        rows.append("first" if wins(at, moves, MEMO) else "second")
    return "\n".join(rows)
