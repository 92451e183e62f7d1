from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(70):
        n = random.randint(1, 5)
        yield lines([n, random.randint(1, n)], sorted(random.sample(range(1, 10), n)))


def answer(text):
    it = numbers(text)
    out = []
    for n in it:
        king = next(it) - 1

        def options(position):
            for i, x in enumerate(position):
                for y in range(x - 1, -1, -1):
                    if y > 0 and y in position:
                        break
                    if y == 0 and i == king:
                        yield None
                    else:
                        yield position[:i] + (y,) + position[i + 1:]

        start = tuple(next(it) for _ in range(n))
        out.append("Alice" if winner(options)(start) else "Bob")
    return "\n".join(out)
