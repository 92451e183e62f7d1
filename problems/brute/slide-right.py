from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        m = random.randint(1, 9)
        n = random.randint(0, min(m, 4))
        yield lines([m, n], random.sample(range(1, m + 1), n), [0, 0])


def answer(text):
    it = numbers(text)
    out = []
    while True:
        m, n = next(it), next(it)
        if m == n == 0:
            return "\n".join(out)

        def options(position):
            for i, x in enumerate(position):
                y = x + 1
                while y <= m and y not in position:
                    yield tuple(sorted(position[:i] + position[i + 1:] + (y,)))
                    y += 1

        start = tuple(sorted(next(it) for _ in range(n)))
        out.append("Alice" if winner(options)(start) else "Bob")
