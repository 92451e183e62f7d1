"""Nim, cases until the input ends."""

from common_col1 import blocks, heap_game, line, lists, numbers

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    some = ["%d %s" % (len(h), line(h)) for h in lists(random, 110, (1, 5), 0, 6)]
    return ["\n".join(group) for group in blocks(random, some)]


def answer(text):
    rows = text.strip().split("\n")
    return "\n".join("Yes" if first_wins(numbers(row)[1:]) else "No" for row in rows)
