"""Take one stone, or join two heaps."""

from common_col1 import counted, lists, numbers, wins, with_count

MEMO = {}


def moves(heaps):
    left = set()
    for i, heap in enumerate(heaps):
        rest = heaps[:i] + heaps[i + 1 :]
        left.add(tuple(sorted(rest + ((heap - 1,) if heap > 1 else ()))))
        for j in range(i):
            both = heaps[:j] + heaps[j + 1 : i] + heaps[i + 1 :] + (heap + heaps[j],)
            left.add(tuple(sorted(both)))
    return sorted(left)


def cases(random):
    some = lists(random, 60, (1, 4), 1, 4) + lists(random, 40, (1, 6), 1, 2)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for case in range(1, next(read) + 1):
        heaps = tuple(sorted(next(read) for _ in range(next(read))))
        rows.append("Case #%d: %s" % (case, "Alice" if wins(heaps, moves, MEMO) else "Bob"))
    return "\n".join(rows)
