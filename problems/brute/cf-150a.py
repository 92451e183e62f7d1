"""Go to a proper divisor; whoever cannot move wins."""

from common_col1 import numbers, wins

MEMO = {}


def moves(q):
    return [d for d in range(2, q) if q % d == 0]


def cases(random):
    return [str(q) for q in list(range(1, 50)) + [64, 97, 100, 210]]


def answer(text):
    q = numbers(text)[0]
    if not wins(q, moves, MEMO, misere=True):
        return "2"
    winning = [d for d in moves(q) if not wins(d, moves, MEMO, misere=True)]
    return "1\n%d" % (min(winning) if winning else 0)
