"""Take one stone; whoever leaves equal heaps or cannot move loses."""

from common_col1 import counted, lists, numbers, wins

MEMO = {}


def moves(heaps):
    left = []
    for i, heap in enumerate(heaps):
        after = heaps[:i] + (heap - 1,) + heaps[i + 1 :]
        if heap > 0 and len(set(after)) == len(after):
            left.append(tuple(sorted(after)))
    return left


def cases(random):
    some = lists(random, 50, (1, 4), 0, 7) + lists(random, 30, (2, 4), 0, 4)
    return [counted(a) for a in some]


def answer(text):
    return "sjfnb" if wins(tuple(sorted(numbers(text)[1:])), moves, MEMO) else "cslnb"
