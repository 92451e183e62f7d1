"""Take a prime from a heap."""

from common_col1 import counted, heap_game, lists, numbers

PRIMES = [p for p in range(2, 100) if all(p % d for d in range(2, p))]
first_wins = heap_game(lambda n: [(n - p,) for p in PRIMES if p <= n])


def cases(random):
    return [counted(h) for h in lists(random, 45, (1, 3), 0, 15) + lists(random, 15, (1, 1), 10, 60)]


def answer(text):
    return "First" if first_wins(numbers(text)[1:]) else "Second"
