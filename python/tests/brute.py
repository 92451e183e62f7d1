"""Brute force over the bare rules, in plain Python: the judge of everything else."""

from functools import lru_cache


def mex(values):
    values = set(values)
    n = 0
    while n in values:
        n += 1
    return n


def solver(options):
    """Values, and outcomes of sums in both plays, of rules given as position -> list of sums."""

    @lru_cache(maxsize=None)
    def value(position):
        total = []
        for parts in options(position):
            nim_sum = 0
            for part in parts:
                nim_sum ^= value(part)
            total.append(nim_sum)
        return mex(total)

    @lru_cache(maxsize=None)
    def wins(parts, misere):
        moves = list(moves_of(parts))
        if not moves:
            return misere
        return any(not wins(left, misere) for left in moves)

    def moves_of(parts):
        for i, part in enumerate(parts):
            for left in options(part):
                yield tuple(sorted(parts[:i] + tuple(left) + parts[i + 1 :]))

    return value, lambda parts, misere=False: wins(tuple(sorted(parts)), misere)


def nim(n):
    return [(k,) for k in range(n)]


def wythoff(position):
    a, b = position
    left = [(c, b) for c in range(a)] + [(a, c) for c in range(b)]
    left += [(a - k, b - k) for k in range(1, min(a, b) + 1)]
    return [(p,) for p in left]


def kayles(n):
    return [(a, n - k - a) for k in (1, 2) if k <= n for a in range((n - k) // 2 + 1)]


def subtraction(steps):
    return lambda n: [(n - s,) for s in steps if s <= n]


def grundy_game(n):
    return [(a, n - a) for a in range(1, n) if a < n - a]


def squares(n):
    return [(n - k * k,) for k in range(1, n + 1) if k * k <= n]


@lru_cache(maxsize=None)
def nim_product(a, b):
    """Conway's definition: the least number that no product of smaller ones excludes."""
    return mex(
        nim_product(c, b) ^ nim_product(a, d) ^ nim_product(c, d) for c in range(a) for d in range(b)
    )
