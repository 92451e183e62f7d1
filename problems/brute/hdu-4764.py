"""Write numbers until n is reached; who does loses."""

from common_col1 import numbers, until, wins


def cases(random):
    some = ["%d %d" % (random.randint(1, 50), random.randint(1, 9)) for _ in range(130)]
    return until(random, some, "0 0")


def answer(text):
    read = iter(numbers(text))
    rows = []
    while True:
        n, k = next(read), next(read)
        if n == 0 and k == 0:
            return "\n".join(rows)
        first = wins(0, lambda s: [s + x for x in range(1, k + 1)] if s < n else [], {}, misere=True)
        rows.append("Tang" if first else "Jiang")
