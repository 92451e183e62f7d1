"""Brute forces of hdu-1848, hdu-1850, nim-updates and tree-edges."""

import random
from common_own import first_wins, write

RANDOM = random.Random(17)


def one_heap(takes):
    """Options of a tuple of heaps from one of which a number of `takes` is taken."""
    def options(heaps):
        for i, n in enumerate(heaps):
            for k in takes:
                if k <= n:
                    yield tuple(sorted(heaps[:i] + (n - k,) + heaps[i + 1:]))
    return options


NIM, FIBONACCI = one_heap(range(1, 9)), one_heap([1, 2, 3, 5, 8])
nim, fibonacci, trees = {}, {}, {}


def hdu_1848(text):
    lines = []
    for line in text.splitlines():
        heaps = tuple(sorted(map(int, line.split())))
        if any(heaps):
            lines.append("Fibo" if first_wins(heaps, FIBONACCI, fibonacci) else "Nacci")
    return "\n".join(lines) + "\n"


def hdu_1850(text):
    numbers, lines = list(map(int, text.split())), []
    while numbers[0]:
        heaps = tuple(numbers[1:1 + numbers[0]])
        numbers = numbers[1 + numbers[0]:]
        count = 0
        for i, n in enumerate(heaps):
            for k in range(n):
                rest = tuple(sorted(heaps[:i] + (k,) + heaps[i + 1:]))
                count += not first_wins(rest, NIM, nim)
        lines.append(str(count))
    return "\n".join(lines) + "\n"


def nim_updates(text):
    numbers = list(map(int, text.split()))
    n, q = numbers[:2]
    heaps, lines = numbers[2:2 + n], []
    for j in range(q):
        x, y = numbers[2 + n + 2 * j:4 + n + 2 * j]
        heaps[x - 1] = y
        lines.append("Kan" if first_wins(tuple(sorted(heaps)), NIM, nim) else "Li")
    return "\n".join(lines) + "\n"


def cuts(edges):
    """Options of a set of edges of a tree with the root 1."""
    for cut in edges:
        left, seen = set(edges) - {cut}, {1}
        while True:
            more = {v for e in left for v in e if seen & set(e)} - seen
            if not more:
                break
            seen |= more
        yield frozenset(e for e in left if seen & set(e))


def grundy_sum(edges):
    """The value of a tree: the least heap of Nim with which it makes a lost sum."""
    def options(position):
        edges, heap = position
        for rest in cuts(edges):
            yield rest, heap
        for k in range(heap):
            yield edges, k
    heap = 0
    while first_wins((edges, heap), options, trees):
        heap += 1
    return heap


def tree_edges(text):
    numbers = list(map(int, text.split()))
    pairs = zip(numbers[1::2], numbers[2::2])
    value = grundy_sum(frozenset(tuple(sorted(pair)) for pair in pairs))
    return f"{'First' if value else 'Second'}\n{value}\n"


def heaps(most):
    count = RANDOM.randrange(1, 5)
    return [RANDOM.randrange(1, most) for _ in range(count)]


def lines(*numbers):
    return "".join(" ".join(map(str, line)) + "\n" for line in numbers)


def main():
    triples = [[[RANDOM.randrange(1, 9) for _ in range(3)] for _ in range(4)] for _ in range(30)]
    write("hdu-1848", [lines(*four, [0, 0, 0]) for four in triples], hdu_1848)
    games = []
    for _ in range(30):
        list_of = heaps(6)
        games.append(lines([len(list_of)], list_of, [0]))
    write("hdu-1850", games, hdu_1850)
    games = []
    for _ in range(30):
        list_of, q = heaps(6), RANDOM.randrange(1, 6)
        changes = [[RANDOM.randrange(1, len(list_of) + 1), RANDOM.randrange(6)] for _ in range(q)]
        games.append(lines([len(list_of), q], list_of, *changes))
    write("nim-updates", games, nim_updates)
    games = []
    for _ in range(40):
        n = RANDOM.randrange(1, 8)
        games.append(lines([n], *[[RANDOM.randrange(1, v), v] for v in range(2, n + 1)]))
    write("tree-edges", games, tree_edges)


main()
