"""Take 1, K or L from a tower."""

from common_col1 import heap_game, line, numbers


def cases(random):
    texts = []
    for _ in range(40):
        k, l = sorted(random.sample(range(2, 10), 2))
        towers = [random.randint(1, 50) for _ in range(random.randint(1, 6))]
        texts.append("%d %d %d\n%s" % (k, l, len(towers), line(towers)))
    return texts


def answer(text):
    k, l = numbers(text)[:2]
    first_wins = heap_game(lambda n: [(n - x,) for x in (1, k, l) if x <= n])
    return "".join("A" if first_wins([n]) else "B" for n in numbers(text)[3:])
