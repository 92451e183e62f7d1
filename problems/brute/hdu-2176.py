"""All winning first moves of Nim."""

from common_col1 import counted, heap_game, numbers, until

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    some = []
    for _ in range(80):
        some.append(counted(sorted(random.sample(range(1, 9), random.randint(1, 4)))))
    return until(random, some, "0", 4)


def answer(text):
    read = iter(numbers(text))
    rows = []
    while True:
        size = next(read)
        if size == 0:
            return "\n".join(rows)
        heaps = [next(read) for _ in range(size)]
        rows.append("Yes" if first_wins(heaps) else "No")
        for i, heap in enumerate(heaps):
            for left in range(heap):
                if not first_wins(heaps[:i] + [left] + heaps[i + 1 :]):
                    rows.append("%d %d" % (heap, left))
