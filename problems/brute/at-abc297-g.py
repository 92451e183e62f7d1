"""Take L to R from a heap."""

from common_col1 import heap_game, line, lists, numbers


def cases(random):
    texts = []
    for heaps in lists(random, 60, (1, 4), 1, 13):
        l = random.randint(1, 4)
        texts.append("%d %d %d\n%s" % (len(heaps), l, random.randint(l, 6), line(heaps)))
    return texts


def answer(text):
    n, l, r, *heaps = numbers(text)
    return "First" if heap_game(lambda x: [(x - k,) for k in range(l, r + 1) if k <= x])(heaps) else "Second"
