"""Empty a box, distribute the other."""

from common_col1 import numbers, until, wins

MEMO = {}


def moves(at):
    kept = max(at)
    return [(k, kept - k) for k in range(1, kept)]


def cases(random):
    some = [str(n) for n in range(1, 80)]
    random.shuffle(some)
    return until(random, some, "0", 3)


def answer(text):
    return "\n".join("Alice" if wins((n, 1), moves, MEMO) else "Bob" for n in numbers(text)[:-1])
