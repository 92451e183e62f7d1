"""A token on a ring of numbers."""

from common_col1 import counted, lists, numbers, wins

MEMO = {}


def moves(at):
    place, edges = at
    n = len(edges)
    left = []
    for edge, to in ((place, (place + 1) % n), ((place - 1) % n, (place - 1) % n)):
        for k in range(edges[edge]):
            left.append((to, edges[:edge] + (k,) + edges[edge + 1 :]))
    return left


def cases(random):
    some = []
    for edges in lists(random, 60, (2, 6), 0, 3):
        edges[random.randrange(len(edges))] = 0
        some.append(counted(edges))
    return some


def answer(text):
    return "YES" if wins((0, tuple(numbers(text)[1:])), moves, MEMO) else "NO"
