"""S-Nim."""

from common_col1 import counted, heap_game, line, lists, numbers, until


def cases(random):
    sets = []
    for _ in range(60):
        taken = random.sample(range(1, 9), random.randint(1, 4))
        heaps = ["%d %s" % (len(h), line(h)) for h in lists(random, random.randint(1, 4), (1, 3), 0, 9)]
        sets.append("%d %s\n%s" % (len(taken), line(taken), "\n".join([str(len(heaps))] + heaps)))
    return until(random, sets, "0", 2)


def answer(text):
    read = iter(numbers(text))
    rows = []
    while True:
        size = next(read)
        if size == 0:
            return "\n".join(rows)
        taken = [next(read) for _ in range(size)]
        first_wins = heap_game(lambda n: [(n - s,) for s in taken if s <= n])
        row = ""
        for _ in range(next(read)):
            heaps = [next(read) for _ in range(next(read))]
            row += "W" if first_wins(heaps) else "L"
        rows.append(row)
