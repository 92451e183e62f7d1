"""Wythoff's game."""

from common_col1 import blocks, numbers, wins

MEMO = {}


def moves(at):
    a, b = at
    left = [(k, b) for k in range(a)] + [(a, k) for k in range(b)]
    return left + [(a - k, b - k) for k in range(1, min(a, b) + 1)]


def cases(random):
    pairs = [(a, b) for a in range(12) for b in range(12)] + [(20, 12), (13, 21), (13, 8), (12, 20)]
    random.shuffle(pairs)
    return ["\n".join(group) for group in blocks(random, ["%d %d" % pair for pair in pairs])]


def answer(text):
    read = numbers(text)
    pairs = zip(read[::2], read[1::2])
    return "\n".join("1" if wins(pair, moves, MEMO) else "0" for pair in pairs)
