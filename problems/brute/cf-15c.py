from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(50):
        n = random.randint(1, 2)
        yield lines([n], *[[random.randint(1, 4), random.randint(1, 3)] for _ in range(n)])


def options(trucks):
    for i, stones in enumerate(trucks):
        for k in range(stones):
            yield tuple(sorted(put(trucks, i, k)))


def answer(text):
    it = numbers(text)
    trucks = []
    for _ in range(next(it)):
        x, m = next(it), next(it)
        trucks += range(x, x + m)
    return "tolik" if winner(options)(tuple(sorted(trucks))) else "bolik"
