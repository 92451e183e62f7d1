from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(50):
        n, k = random.randint(1, 6), random.randint(0, 2)
        yield lines([n, k], *([[random.randint(1, 4) for _ in range(k)]] if k else []), [0])


def answer(text):
    it = numbers(text)
    out = []
    while True:
        n = next(it)
        if n == 0:
            return "\n".join(out)
        k = next(it)
        sizes = [n] + [next(it) for _ in range(k)]

        def options(left):
            for g, i in left:
                yield left - {(g, i)}
                other = (g, (i + 1) % n) if g == 0 else (g, i + 1)
                if other in left and other != (g, i):
                    yield left - {(g, i), other}

        start = frozenset((g, i) for g, size in enumerate(sizes) for i in range(size))
        out.append("First" if winner(options, misere=True)(start) else "Second")
