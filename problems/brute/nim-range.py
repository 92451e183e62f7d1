"""Nim on ranges, with changes."""

from common_col1 import heap_game, line, numbers

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    texts = []
    for _ in range(40):
        n = random.randint(1, 6)
        rows = []
        for _ in range(random.randint(1, 7)):
            if random.random() < 0.35:
                rows.append("1 %d %d" % (random.randint(1, n), random.randint(0, 6)))
            else:
                l = random.randint(1, n)
                rows.append("2 %d %d" % (l, random.randint(l, min(n, l + 3))))
        rows.append("2 1 1")
        heaps = [random.randint(0, 6) for _ in range(n)]
        texts.append("%d\n%s\n%d\n%s" % (n, line(heaps), len(rows), "\n".join(rows)))
    return texts


def answer(text):
    read = iter(numbers(text))
    heaps = [next(read) for _ in range(next(read))]
    rows = []
    for _ in range(next(read)):
        kind, x, y = next(read), next(read), next(read)
        if kind == 1:
            heaps[x - 1] = y
        else:
            rows.append("First" if first_wins(heaps[x - 1 : y]) else "Second")
    return "\n".join(rows)
