"""The greatest k with which the first player wins Nim with takes of 1 to k."""

from common_col1 import counted, heap_game, lists, numbers

GAMES = {}


def first_wins(heaps, k):
    if k not in GAMES:
        GAMES[k] = heap_game(lambda n: [(n - t,) for t in range(1, min(n, k) + 1)])
    return GAMES[k](heaps)


def cases(random):
    some = lists(random, 45, (1, 4), 1, 7) + [[1, 1], [2, 2, 1, 1], [1, 2, 3], [5, 5], [1, 4, 5], [2, 4, 6], [3, 5, 6], [1, 6, 7, 6, 6]]
    return [counted(a) for a in some]


def answer(text):
    heaps = numbers(text)[1:]
    # from k = max on nothing changes any more
    if first_wins(heaps, max(heaps)):
        return "-1"
    return str(max([k for k in range(1, max(heaps)) if first_wins(heaps, k)], default=0))
