from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(60):
        n = random.randint(1, 6)
        yield lines([1], [n], random.sample(range(1, n + 1), n))


def options(p):
    for j in range(len(p)):
        for i in range(j):
            if p[i] > p[j]:
                yield p[:i] + (p[j],) + p[i + 1:j] + (p[i],) + p[j + 1:]


def answer(text):
    it = numbers(text)
    wins = winner(options)
    return "\n".join("First" if wins(tuple(next(it) for _ in range(next(it)))) else "Second" for _ in range(next(it)))
