"""Take one, or split 2x into k heaps of x."""

from common_col1 import heap_game, line, lists, numbers


def cases(random):
    texts = []
    for heaps in lists(random, 60, (1, 3), 1, 9) + lists(random, 15, (1, 1), 1, 24):
        most = 4 if len(heaps) == 1 and heaps[0] < 10 else 3 if sum(heaps) < 16 else 2
        texts.append("%d %d\n%s" % (len(heaps), random.randint(1, most), line(heaps)))
    return texts


def answer(text):
    read = numbers(text)
    k = read[1]

    def become(n):
        if n == 0:
            return []
        return [(n - 1,) if n > 1 else ()] + ([(n // 2,) * k] if n % 2 == 0 else [])

    return "Kevin" if heap_game(become)(read[2:]) else "Nicky"
