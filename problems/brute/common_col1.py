"""Shared by the brute forces: outcomes by trying every line of play, and ways to write inputs."""

import sys

sys.setrecursionlimit(100000)


def wins(position, moves, memo, misere=False):
    """Whether the player to move wins; moves(position) lists what he can leave.

    Whoever cannot move loses, in misère play wins. memo is a dict kept between calls of one game.
    """
    if position not in memo:
        left = moves(position)
        if not left:
            memo[position] = misere
        else:
            memo[position] = any(not wins(to, moves, memo, misere) for to in left)
    return memo[position]


def one_heap(heaps, become):
    """Positions after a move in one heap; become(n) lists what a heap of n may become, as tuples."""
    result = []
    for i, n in enumerate(heaps):
        for parts in become(n):
            result.append(tuple(sorted(heaps[:i] + tuple(parts) + heaps[i + 1 :])))
    return result


def heap_game(become, misere=False):
    """A function that tells whether the player to move wins a list of heaps."""
    memo = {}

    def first_wins(heaps):
        heaps = tuple(sorted(heaps))
        return wins(heaps, lambda at: one_heap(at, become), memo, misere)

    return first_wins


def numbers(text):
    return [int(word) for word in text.split()]


def line(values):
    return " ".join(str(value) for value in values)


def lists(random, how_many, lengths, low, high):
    """Lists of numbers from low to high, of a length in lengths = (least, most)."""
    return [
        [random.randint(low, high) for _ in range(random.randint(*lengths))]
        for _ in range(how_many)
    ]


def counted(values):
    """A list as most inputs have it: how many, then the numbers."""
    return "%d\n%s" % (len(values), line(values))


def blocks(random, cases, most=6):
    """Cases in groups of up to `most`."""
    groups = []
    at = 0
    while at < len(cases):
        size = random.randint(1, most)
        groups.append(cases[at : at + size])
        at += size
    return groups


def with_count(random, cases, most=6):
    """Inputs that begin with the number of cases."""
    return ["%d\n%s" % (len(group), "\n".join(group)) for group in blocks(random, cases, most)]


def until(random, cases, last, most=6):
    """Inputs of cases that end with the line `last`."""
    return ["\n".join(group + [last]) for group in blocks(random, cases, most)]
