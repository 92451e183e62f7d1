"""A bean becomes two further on: the least winning first move."""

from common_col1 import counted, lists, numbers, until, wins

MEMO = {}


def choices(bottles):
    n = len(bottles)
    for i in range(n):
        if bottles[i]:
            for j in range(i + 1, n):
                for k in range(j, n):
                    after = list(bottles)
                    after[i] -= 1
                    after[j] += 1
                    after[k] += 1
                    yield (i, j, k), tuple(after)


def moves(bottles):
    return [after for _, after in choices(bottles)]


def cases(random):
    some = lists(random, 50, (2, 3), 0, 3) + lists(random, 25, (4, 4), 0, 1)
    return until(random, [counted(b) for b in some], "0", 2)


def answer(text):
    read = iter(numbers(text))
    rows = []
    while True:
        count = next(read)
        if count == 0:
            return "\n".join(rows)
        bottles = tuple(next(read) for _ in range(count))
        found = [move for move, after in choices(bottles) if not wins(after, moves, MEMO)]
        rows.append("Game %d: %d %d %d" % ((len(rows) + 1,) + (found[0] if found else (-1, -1, -1))))
