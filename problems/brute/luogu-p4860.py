"""Take 1 or a prime."""

from common_col1 import heap_game, numbers, with_count

TAKEN = [k for k in range(1, 100) if all(k % d for d in range(2, k))]
first_wins = heap_game(lambda n: [(n - k,) for k in TAKEN if k <= n])


def cases(random):
    some = [str(n) for n in range(90)]
    random.shuffle(some)
    return with_count(random, some, 4)


def answer(text):
    return "\n".join("October wins!" if first_wins([n]) else "Roy wins!" for n in numbers(text)[1:])
