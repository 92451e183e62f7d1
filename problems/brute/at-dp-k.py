"""One heap, a set of numbers to take."""

from common_col1 import heap_game, line, numbers


def cases(random):
    texts = []
    for _ in range(45):
        taken = sorted(random.sample(range(1, 10), random.randint(1, 4)))
        texts.append("%d %d\n%s" % (len(taken), random.randint(1, 40), line(taken)))
    return texts


def answer(text):
    read = numbers(text)
    first_wins = heap_game(lambda n: [(n - s,) for s in read[2:] if s <= n])
    return "First" if first_wins([read[1]]) else "Second"
