from common_col2 import numbers, winner


def cases(random):
    for r in range(1, 5):
        for c in range(1, 9):
            yield "%d %d" % (r, c)


def bites(bar):
    for y, row in enumerate(bar):
        for x in range(row):
            if (y, x) != (0, 0):
                yield (y, x), bar[:y] + tuple(min(x, other) for other in bar[y:])


def answer(text):
    r, c = numbers(text)
    wins = winner(lambda bar: [after for _, after in bites(bar)])
    good = sorted(place for place, after in bites((c,) * r) if not wins(after))
    return "\n".join("%d %d" % (y + 1, x + 1) for y, x in good) or "none"
