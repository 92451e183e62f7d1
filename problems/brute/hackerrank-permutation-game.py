from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(50):
        n = random.randint(1, 8)
        yield lines([1], [n], random.sample(range(1, n + 1), n))


def options(p):
    for i in range(len(p)):
        if list(p) != sorted(p):
            left = p[:i] + p[i + 1:]
            yield None if list(left) == sorted(left) else left


def answer(text):
    it = numbers(text)
    wins = winner(options)
    return "\n".join("Alice" if wins(tuple(next(it) for _ in range(next(it)))) else "Bob" for _ in range(next(it)))
