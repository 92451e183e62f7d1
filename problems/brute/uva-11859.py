"""Put divisors in the place of numbers of a row."""

import itertools

from common_col1 import line, numbers, wins, with_count

MEMO = {}


def moves(rows):
    left = set()
    for i, row in enumerate(rows):
        choices = [[d for d in range(1, x + 1) if x % d == 0] for x in row]
        for new in itertools.product(*choices):
            if new != row:
                left.add(tuple(sorted(rows[:i] + (tuple(sorted(new)),) + rows[i + 1 :])))
    return sorted(left)


def cases(random):
    some = []
    for _ in range(70):
        n, m = random.choice([(1, 1), (2, 1), (2, 2), (1, 2), (3, 1), (3, 2)])
        high = 16 if n * m < 5 else 6
        rows = [line(random.randint(2, high) for _ in range(m)) for _ in range(n)]
        some.append("%d %d\n%s" % (n, m, "\n".join(rows)))
    return with_count(random, some, 3)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for case in range(1, next(read) + 1):
        n, m = next(read), next(read)
        matrix = tuple(sorted(tuple(sorted(next(read) for _ in range(m))) for _ in range(n)))
        rows.append("Case #%d: %s" % (case, "YES" if wins(matrix, moves, MEMO) else "NO"))
    return "\n".join(rows)
