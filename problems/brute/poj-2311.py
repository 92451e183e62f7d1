from common_col2 import lines, numbers, winner


def cases(random):
    for w in range(2, 7):
        for h in range(2, 8):
            if w * h <= 24:
                yield lines([w, h])
    for _ in range(15):
        yield lines([random.randint(2, 4), random.randint(2, 5)], [2, random.randint(2, 9)])


def options(pieces):
    """The position is a sorted tuple of pieces."""
    for i, (w, h) in enumerate(pieces):
        rest = pieces[:i] + pieces[i + 1:]
        halves = [((k, h), (w - k, h)) for k in range(1, w)] + [((w, k), (w, h - k)) for k in range(1, h)]
        for two in halves:
            yield None if (1, 1) in two else tuple(sorted(rest + two))


def answer(text):
    it = numbers(text)
    wins = winner(options)
    return "\n".join("WIN" if wins(((w, next(it)),)) else "LOSE" for w in it)
