"""Take and break by a code."""

from common_col1 import counted, heap_game, line, lists, numbers


def cases(random):
    texts = []
    for _ in range(45):
        code = [random.randint(0, 7) for _ in range(random.randint(1, 4))]
        some = [counted(h) for h in lists(random, 2, (1, 2), 1, 7) + lists(random, 1, (1, 1), 5, 12)]
        texts.append("%d\n%s\n%d\n%s" % (len(code), line(code), len(some), "\n".join(some)))
    return texts


def answer(text):
    read = iter(numbers(text))
    code = [next(read) for _ in range(next(read))]

    def become(n):
        result = []
        for k, digit in enumerate(code, 1):
            rest = n - k
            if rest == 0 and digit in (1, 3, 5, 7):
                result.append(())
            if rest > 0 and digit in (2, 3, 6, 7):
                result.append((rest,))
            if rest > 1 and digit >= 4:
                result += [(a, rest - a) for a in range(1, rest)]
        return result

    first_wins = heap_game(become)
    rows = []
    for _ in range(next(read)):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("First" if first_wins(heaps) else "Second")
    return "\n".join(rows)
