"""The value is the heap of Nim whose sum with the tree is lost."""
from common_col2 import lines, numbers, winner
from trees_col2 import numbered, options, tree


def cases(random):
    for _ in range(45):
        n, edges = tree(random, 7)
        yield lines([n], *edges)


def sums(position):
    edges, heap = position
    for k in range(heap):
        yield edges, k
    for left in options(edges):
        yield left, heap


def answer(text):
    it = numbers(text)
    n = next(it)
    edges = numbered([(next(it), next(it)) for _ in range(n - 1)])
    wins = winner(sums)
    heap = 0
    while wins((edges, heap)):
        heap += 1
    return "%s\n%d" % ("First" if heap else "Second", heap)
