"""Take a power of k: the least winning first move."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(at):
    n, k = at
    left = []
    power = 1
    while power <= n:
        left.append((n - power, k))
        power *= k
    return left


def cases(random):
    return with_count(random, ["%d %d" % (random.randint(1, 60), random.randint(2, 7)) for _ in range(140)])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        at = (next(read), next(read))
        winning = [at[0] - to[0] for to in moves(at) if not wins(to, moves, MEMO)]
        rows.append(str(min(winning)) if winning else "0")
    return "\n".join(rows)
