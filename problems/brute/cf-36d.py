from common_col2 import lines, numbers, winner


def cases(random):
    for k in range(1, 5):
        for n in range(1, 19, 2):
            yield lines([8, k], *[[n + random.randint(0, 1), m] for m in range(1, 17, 2)])


def answer(text):
    it = numbers(text)
    t, k = next(it), next(it)
    out = []
    for _ in range(t):
        n, m = next(it), next(it)

        def options(place):
            a, b = place
            return [(c, d) for c, d in ((a + 1, b), (a, b + 1), (a + k, b + k)) if c <= n and d <= m]

        out.append("+" if winner(options)((1, 1)) else "-")
    return "\n".join(out)
