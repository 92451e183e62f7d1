from itertools import combinations

from common_col2 import winner


def cases(random):
    for _ in range(60):
        yield "1\n" + "".join(random.choice("abcz") for _ in range(random.randint(1, 8)))


def options(s):
    for c in set(s):
        places = [i for i, d in enumerate(s) if c == d]
        for k in range(1, len(places) + 1):
            for some in combinations(places, k):
                yield "".join(d for i, d in enumerate(s) if i not in some)


def answer(text):
    wins = winner(options)
    return "\n".join("Alice" if wins(s) else "Bob" for s in text.split()[1:])
