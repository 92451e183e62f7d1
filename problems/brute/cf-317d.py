"""Choose a number and forbid its powers.

Numbers whose square is above n and that are no powers forbid nothing but themselves, so a position is told by how many
of them are left, and by which of the other numbers are.
"""

from common_col1 import numbers, wins


def cases(random):
    return [str(n) for n in range(1, 36)]


def answer(text):
    n = numbers(text)[0]
    forbids = {}
    for x in range(1, n + 1):
        forbids[x] = [x]
        while x > 1 and forbids[x][-1] * x <= n:
            forbids[x].append(forbids[x][-1] * x)
    linked = {y for some in forbids.values() if len(some) > 1 for y in some}

    def moves(at):
        free, others = at
        left = [(tuple(y for y in free if y not in forbids[x]), others) for x in free]
        if others:
            left.append((free, others - 1))
        return left

    start = (tuple(sorted(linked)), n - len(linked))
    return "Vasya" if wins(start, moves, {}) else "Petya"
