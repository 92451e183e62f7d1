from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        n = random.randint(1, 5)
        yield lines([1], [n], [random.randint(0, 2) for _ in range(n)],
                    *([[random.randint(1, v) for v in range(1, n)]] if n > 1 else []))


def answer(text):
    it = numbers(text)
    out = []
    for _ in range(next(it)):
        n = next(it)
        coins = tuple(next(it) for _ in range(n))
        parent = [None] + [next(it) - 1 for _ in range(n - 1)]

        def options(position):
            for v in range(1, n):
                for k in range(1, position[v] + 1):
                    new = list(position)
                    new[v] -= k
                    new[parent[v]] += k
                    yield tuple(new)

        out.append("win" if winner(options)(coins) else "lose")
    return "\n".join(out)
