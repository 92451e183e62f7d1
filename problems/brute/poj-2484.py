from common_col2 import lines, numbers, winner


def cases(random):
    for n in range(1, 13):
        yield lines([n], [0])
    for _ in range(30):
        yield lines(*[[random.randint(1, 12)] for _ in range(random.randint(2, 4))], [0])


def answer(text):
    out = []
    for n in numbers(text):
        if n == 0:
            return "\n".join(out)

        def options(coins):
            for i in coins:
                yield coins - {i}
                if n > 1 and (i + 1) % n in coins:
                    yield coins - {i, (i + 1) % n}

        out.append("Alice" if winner(options)(frozenset(range(n))) else "Bob")
