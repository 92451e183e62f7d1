"""Moore's Nim: take from up to k heaps."""

import itertools

from common_col1 import line, lists, numbers, wins, with_count

MEMO = {}


def moves(at):
    k, heaps = at
    left = set()
    for new in itertools.product(*[range(x + 1) for x in heaps]):
        if 1 <= sum(a != b for a, b in zip(new, heaps)) <= k:
            left.add((k, tuple(sorted(new))))
    return sorted(left)


def cases(random):
    some = []
    for heaps in lists(random, 60, (1, 4), 0, 4) + [[4, 4, 4], [3, 3, 3], [1, 2, 3], [2, 2, 2, 2], [1, 1, 1], [4, 4, 4, 4]]:
        some += ["%d %d\n%s" % (len(heaps), k, line(heaps)) for k in random.sample([1, 2, 3], 2)]
    return with_count(random, some, 5)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        n, k = next(read), next(read)
        heaps = tuple(sorted(next(read) for _ in range(n)))
        rows.append("First" if wins((k, heaps), moves, MEMO) else "Second")
    return "\n".join(rows)
