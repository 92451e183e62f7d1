"""Split a heap into m parts that are as equal as can be."""

from common_col1 import heap_game, line, lists, numbers


def cases(random):
    texts = []
    for _ in range(40):
        f = random.randint(1, 5)
        some = lists(random, random.randint(1, 4), (1, 2), 1, 7)
        texts.append("%d %d\n%s" % (len(some), f, "\n".join("%d %s" % (len(h), line(h)) for h in some)))
    return texts


def answer(text):
    read = iter(numbers(text))
    count, f = next(read), next(read)

    def become(n):
        if n < f:
            return []
        return [tuple(n // m + (i < n % m) for i in range(m)) for m in range(2, n + 1)]

    first_wins = heap_game(become)
    row = []
    for _ in range(count):
        heaps = [next(read) for _ in range(next(read))]
        row.append(1 if first_wins(heaps) else 0)
    return line(row)
