"""Nim after changes."""

from common_col1 import heap_game, line, lists, numbers

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    texts = []
    for heaps in lists(random, 40, (1, 5), 0, 6):
        changes = ["%d %d" % (random.randint(1, len(heaps)), random.randint(0, 6)) for _ in range(random.randint(1, 6))]
        texts.append("%d %d\n%s\n%s" % (len(heaps), len(changes), line(heaps), "\n".join(changes)))
    return texts


def answer(text):
    read = iter(numbers(text))
    n, q = next(read), next(read)
    heaps = [next(read) for _ in range(n)]
    rows = []
    for _ in range(q):
        x, y = next(read), next(read)
        heaps[x - 1] = y
        rows.append("Kan" if first_wins(heaps) else "Li")
    return "\n".join(rows)
