"""Towers of one height become divisors."""

from common_col1 import heap_game, numbers, with_count

first_wins = heap_game(lambda x: [(y,) for y in range(1, x) if x % y == 0])


def cases(random):
    return with_count(random, ["%d %d" % (random.randint(1, 5), random.randint(1, 24)) for _ in range(100)])


def answer(text):
    read = numbers(text)[1:]
    return "\n".join("1" if first_wins([m] * n) else "2" for n, m in zip(read[::2], read[1::2]))
