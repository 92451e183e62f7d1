"""Take at most k times what was taken before: the least winning first move."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(at):
    n, most, k = at
    return [(n - t, min(k * t, n - t), k) for t in range(1, min(n, most) + 1)]


def cases(random):
    return with_count(random, ["%d %d" % (random.randint(1, 60), random.randint(1, 5)) for _ in range(130)])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for case in range(1, next(read) + 1):
        n, k = next(read), next(read)
        winning = [t for t in range(1, n) if not wins((n - t, min(k * t, n - t), k), moves, MEMO)]
        rows.append("Case %d: %s" % (case, winning[0] if winning else "lose"))
    return "\n".join(rows)
