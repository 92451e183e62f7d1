from itertools import groupby

from common_col2 import winner


def cases(random):
    for _ in range(60):
        yield "".join(random.choice("ab") for _ in range(random.randint(1, 9)))


def options(s):
    runs = ["".join(run) for _, run in groupby(s)]
    return ["".join(runs[:i] + runs[i + 1:]) for i in range(len(runs))]


def answer(text):
    wins = winner(options)
    return "\n".join(str(sum(not wins(after) for after in set(options(s)))) for s in text.split())
