from itertools import permutations

from common_col2 import winner


def cases(random):
    for _ in range(50):
        n = random.randint(1, 6)
        yield "".join(random.choice("abcdef"[:random.randint(1, 6)]) for _ in range(n))


def options(s):
    if any(p == p[::-1] for p in permutations(s)):
        yield None
    else:
        for i in range(len(s)):
            yield "".join(sorted(s[:i] + s[i + 1:]))


def answer(text):
    return "First" if winner(options)(text.strip()) else "Second"
