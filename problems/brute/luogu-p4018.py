"""Take a power of a prime."""

from common_col1 import heap_game, numbers, with_count


def is_prime_power(n):
    factors = [p for p in range(2, n + 1) if n % p == 0 and all(p % d for d in range(2, p))]
    return len(factors) <= 1


first_wins = heap_game(lambda n: [(n - k,) for k in range(1, n + 1) if is_prime_power(k)])


def cases(random):
    some = [str(n) for n in range(90)]
    random.shuffle(some)
    return with_count(random, some, 4)


def answer(text):
    return "\n".join("October wins!" if first_wins([n]) else "Roy wins!" for n in numbers(text)[1:])
