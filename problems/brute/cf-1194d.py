"""A token that goes 1, 2 or k squares."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(at):
    n, k = at
    return [(n - step, k) for step in (1, 2, k) if step <= n]


def cases(random):
    return with_count(random, ["%d %d" % (random.randint(0, 40), random.randint(3, 10)) for _ in range(150)])


def answer(text):
    read = numbers(text)[1:]
    return "\n".join("Alice" if wins(at, moves, MEMO) else "Bob" for at in zip(read[::2], read[1::2]))
