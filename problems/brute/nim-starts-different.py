"""Count the lost starts of Nim with different heaps, one by one."""

import itertools

from common_col1 import heap_game, numbers, with_count

first_wins = heap_game(lambda n: [(k,) for k in range(n)])
KNOWN = {}


def lost(n, b):
    if (n, b) not in KNOWN:
        starts = itertools.combinations(range(1, 2**b), n)
        orders = 1
        for k in range(1, n + 1):
            orders *= k
        KNOWN[n, b] = orders * sum(not first_wins(list(start)) for start in starts)
    return KNOWN[n, b]


def cases(random):
    some = ["%d %d" % (n, b) for b in range(1, 4) for n in range(1, min(2**b + 2, 5))] + ["1 4", "2 4"]
    return ["1\n" + x for x in some] + with_count(random, [random.choice(some) for _ in range(90)], 4)


def answer(text):
    read = numbers(text)[1:]
    return "\n".join(str(lost(n, b)) for n, b in zip(read[::2], read[1::2]))
