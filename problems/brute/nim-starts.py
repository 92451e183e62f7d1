"""Count the lost starts of Nim, one by one."""

import itertools

from common_col1 import heap_game, numbers, with_count

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    some = ["%d %d" % (n, b) for n in range(1, 6) for b in range(0, 4) if n * b < 9]
    random.shuffle(some)
    return with_count(random, some * 3, 3)


def answer(text):
    read = numbers(text)[1:]
    rows = []
    for n, b in zip(read[::2], read[1::2]):
        starts = itertools.product(range(2**b), repeat=n)
        rows.append(str(sum(not first_wins(list(start)) for start in starts)))
    return "\n".join(rows)
