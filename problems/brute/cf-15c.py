"""Nim with heaps of neighbouring sizes."""

from common_col1 import heap_game, numbers

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    texts = []
    for _ in range(60):
        n = random.randint(1, 2)
        rows = ["%d %d" % (random.randint(1, 6), random.randint(1, 5 - 2 * n + 1)) for _ in range(n)]
        texts.append("%d\n%s" % (n, "\n".join(rows)))
    return texts


def answer(text):
    read = numbers(text)[1:]
    heaps = [x + j for x, m in zip(read[::2], read[1::2]) for j in range(m)]
    return "tolik" if first_wins(heaps) else "bolik"
