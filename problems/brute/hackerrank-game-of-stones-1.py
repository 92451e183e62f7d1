"""Take 2, 3 or 5."""

from common_col1 import heap_game, numbers, with_count

first_wins = heap_game(lambda n: [(n - k,) for k in (2, 3, 5) if k <= n])


def cases(random):
    some = [str(n) for n in range(100)]
    random.shuffle(some)
    return with_count(random, some, 4)


def answer(text):
    return "\n".join("First" if first_wins([n]) else "Second" for n in numbers(text)[1:])
