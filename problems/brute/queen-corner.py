"""A queen moves left, down, or diagonally to the corner."""

from common_col1 import numbers, wins, with_count

MEMO = {}


def moves(at):
    x, y = at
    straight = [(k, y) for k in range(x)] + [(x, k) for k in range(y)]
    return straight + [(x - k, y - k) for k in range(1, min(x, y) + 1)]


def cases(random):
    places = ["%d %d" % (x, y) for x in range(8) for y in range(8)]
    places += ["%d %d" % (random.randint(0, 30), random.randint(0, 30)) for _ in range(40)]
    return with_count(random, places)


def answer(text):
    words = numbers(text)[1:]
    pairs = zip(words[::2], words[1::2])
    return "\n".join("First" if wins(pair, moves, MEMO) else "Second" for pair in pairs)
