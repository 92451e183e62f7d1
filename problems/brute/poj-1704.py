from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(40):
        n = random.randint(1, 5)
        yield lines([1], [n], random.sample(range(1, 11), n))


def options(position):
    for i, x in enumerate(position):
        for y in range(x - 1, 0, -1):
            if y in position:
                break
            yield tuple(sorted(position[:i] + position[i + 1:] + (y,)))


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        start = tuple(sorted(next(it) for _ in range(next(it))))
        out.append("Georgia will win" if wins(start) else "Bob will win")
    return "\n".join(out)
