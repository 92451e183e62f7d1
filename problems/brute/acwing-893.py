"""Take a number of the set from a heap."""

from common_col1 import heap_game, line, lists, numbers


def cases(random):
    texts = []
    for heaps in lists(random, 45, (1, 4), 0, 9):
        taken = random.sample(range(1, 9), random.randint(1, 4))
        texts.append("%d\n%s\n%d\n%s" % (len(taken), line(taken), len(heaps), line(heaps)))
    return texts


def answer(text):
    read = iter(numbers(text))
    taken = [next(read) for _ in range(next(read))]
    heaps = [next(read) for _ in range(next(read))]
    first_wins = heap_game(lambda n: [(n - s,) for s in taken if s <= n])
    return "Yes" if first_wins(heaps) else "No"
