"""Coins go to squares with smaller numbers."""

from common_col1 import counted, lists, numbers, wins, with_count

MEMO = {}


def moves(squares):
    left = []
    for i in range(1, len(squares)):
        if squares[i]:
            for j in range(i):
                after = list(squares)
                after[i] -= 1
                after[j] += 1
                left.append(tuple(after))
    return left


def cases(random):
    some = lists(random, 60, (1, 4), 0, 3) + lists(random, 40, (5, 5), 0, 2)
    return with_count(random, [counted(c) for c in some], 4)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        squares = tuple(next(read) for _ in range(next(read)))
        rows.append("First" if wins(squares, moves, MEMO) else "Second")
    return "\n".join(rows)
