"""Take p to q, or the rest if it is less; the last taker loses."""

from common_col1 import blocks, numbers, wins

MEMO = {}


def moves(at):
    n, p, q = at
    if n == 0:
        return []
    if n < p:
        return [(0, p, q)]
    return [(n - k, p, q) for k in range(p, min(n, q) + 1)]


def cases(random):
    some = []
    for _ in range(130):
        p = random.randint(1, 5)
        some.append("%d %d %d" % (random.randint(1, 40), p, random.randint(p, 8)))
    return ["\n".join(group) for group in blocks(random, some)]


def answer(text):
    rows = []
    for row in text.strip().split("\n"):
        rows.append("WIN" if wins(tuple(numbers(row)), moves, MEMO, misere=True) else "LOST")
    return "\n".join(rows)
