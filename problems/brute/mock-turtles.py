from itertools import combinations

from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        n = random.randint(0, 6)
        yield lines([n], [random.randint(0, 7) for _ in range(n)])


def options(heads):
    for i in heads:
        for k in range(3):
            for others in combinations(range(i), k):
                yield heads ^ {i} ^ set(others)


def answer(text):
    it = numbers(text)
    wins = winner(options)
    return "\n".join("First" if wins(frozenset(next(it) for _ in range(n))) else "Second" for n in it)
