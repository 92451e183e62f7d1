"""A bean becomes two further on: the least winning first move and their number."""

from common_col1 import counted, lists, numbers, wins, with_count

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


def winning(bottles):
    return [move for move, after in choices(bottles) if not wins(after, moves, MEMO)]


def some(random):
    return [counted(b) for b in lists(random, 50, (2, 3), 0, 3) + lists(random, 25, (4, 4), 0, 1)]


def cases(random):
    return with_count(random, some(random), 2)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        found = winning(tuple(next(read) for _ in range(next(read))))
        rows.append("%d %d %d" % (found[0] if found else (-1, -1, -1)))
        rows.append(str(len(found)))
    return "\n".join(rows)
