"""Take a number of the set; whoever cannot move wins."""

from common_col1 import counted, heap_game, line, lists, numbers


def cases(random):
    texts = []
    for _ in range(40):
        taken = random.sample(range(1, 7), random.randint(1, 3))
        some = [counted(h) for h in lists(random, random.randint(1, 4), (1, 4), 0, 8)]
        texts.append("%d\n%s\n%d\n%s" % (len(taken), line(taken), len(some), "\n".join(some)))
    return texts


def answer(text):
    read = iter(numbers(text))
    taken = [next(read) for _ in range(next(read))]
    first_wins = heap_game(lambda n: [(n - s,) for s in taken if s <= n], misere=True)
    rows = []
    for _ in range(next(read)):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("First" if first_wins(heaps) else "Second")
    return "\n".join(rows)
