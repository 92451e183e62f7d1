"""Break a bar and eat the part without the poison."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(at):
    """The rows top to bottom - 1 and the columns left to right - 1 are left; the poison is at (r, c)."""
    top, bottom, left, right, r, c = at
    result = []
    for line in range(top + 1, bottom):
        result.append((line, bottom, left, right, r, c) if line <= r else (top, line, left, right, r, c))
    for line in range(left + 1, right):
        result.append((top, bottom, line, right, r, c) if line <= c else (top, bottom, left, line, r, c))
    return result


def cases(random):
    some = []
    for _ in range(100):
        m, n = random.randint(1, 6), random.randint(1, 6)
        some.append("%d %d %d %d" % (m, n, random.randint(1, m), random.randint(1, n)))
    return with_count(random, some)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        m, n, r, c = next(read), next(read), next(read), next(read)
        rows.append("First" if wins((0, m, 0, n, r - 1, c - 1), moves, MEMO) else "Second")
    return "\n".join(rows)
