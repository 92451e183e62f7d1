"""One heap, a set of numbers to take with 1 in it."""

from common_col1 import blocks, heap_game, line, numbers


def cases(random):
    some = []
    for _ in range(120):
        taken = [1] + random.sample(range(2, 11), random.randint(0, 3))
        some.append("%d %d %s" % (random.randint(1, 40), len(taken), line(taken)))
    return ["\n".join(group) for group in blocks(random, some, 5)]


def answer(text):
    rows = []
    for row in text.strip().split("\n"):
        read = numbers(row)
        first_wins = heap_game(lambda n: [(n - s,) for s in read[2:] if s <= n])
        rows.append("Stan wins" if first_wins([read[0]]) else "Ollie wins")
    return "\n".join(rows)
