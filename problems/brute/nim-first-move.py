"""Nim with the first move in heap k."""

from common_col1 import heap_game, line, lists, numbers

first_wins = heap_game(lambda n: [(k,) for k in range(n)])


def cases(random):
    texts = []
    for heaps in lists(random, 45, (1, 4), 0, 6):
        texts.append("%d %d\n%s" % (len(heaps), random.randint(1, len(heaps)), line(heaps)))
    return texts


def answer(text):
    read = numbers(text)
    k, heaps = read[1] - 1, read[2:]
    return "Yes" if any(not first_wins(heaps[:k] + [left] + heaps[k + 1 :]) for left in range(heaps[k])) else "No"
