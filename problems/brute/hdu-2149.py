"""All winning first bids."""

from common_col1 import blocks, line, numbers, wins


def cases(random):
    some = ["%d %d" % (random.randint(1, 30), random.randint(1, 12)) for _ in range(130)]
    return ["\n".join(group) for group in blocks(random, some)]


def answer(text):
    rows = []
    for row in text.strip().split("\n"):
        m, n = numbers(row)
        memo = {}

        def moves(s):
            return [s + k for k in range(1, n + 1)] if s < m else []

        winning = [to for to in moves(0) if not wins(to, moves, memo)]
        rows.append(line(winning) if winning else "none")
    return "\n".join(rows)
