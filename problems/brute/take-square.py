"""Take a square from a heap; count the winning first moves."""

from common_col1 import counted, heap_game, lists, numbers, with_count

first_wins = heap_game(lambda n: [(n - k * k,) for k in range(1, n + 1) if k * k <= n])


def cases(random):
    some = lists(random, 70, (1, 3), 0, 15) + lists(random, 30, (1, 1), 10, 60)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = [next(read) for _ in range(next(read))]
        winning = 0
        for i, heap in enumerate(heaps):
            for k in range(1, heap + 1):
                if k * k <= heap:
                    winning += not first_wins(heaps[:i] + [heap - k * k] + heaps[i + 1 :])
        rows.append("First %d" % winning if first_wins(heaps) else "Second")
    return "\n".join(rows)
