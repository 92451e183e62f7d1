"""Add 1 to m until n is reached."""

from common_col1 import numbers, wins, with_count


def cases(random):
    return with_count(random, ["%d %d" % (random.randint(1, 50), random.randint(1, 9)) for _ in range(130)])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        n, m = next(read), next(read)
        first = wins(0, lambda s: [s + k for k in range(1, m + 1)] if s < n else [], {})
        rows.append("Grass" if first else "Rabbit")
    return "\n".join(rows)
