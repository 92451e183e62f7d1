"""Take from a largest heap."""

from common_col1 import counted, lists, numbers, wins, with_count

MEMO = {}


def moves(heaps):
    heaps = tuple(sorted(heaps))
    return [tuple(sorted(heaps[:-1] + (k,))) for k in range(heaps[-1])]


def cases(random):
    some = lists(random, 60, (1, 4), 0, 8) + lists(random, 60, (1, 4), 0, 3)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = tuple(sorted(next(read) for _ in range(next(read))))
        rows.append("First" if wins(heaps, moves, MEMO) else "Second")
    return "\n".join(rows)
