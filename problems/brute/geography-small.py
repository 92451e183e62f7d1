from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        n = random.randint(1, 7)
        m = random.randint(0, 9) if n > 1 else 0
        yield lines([n, m, random.randint(1, n)], *[random.sample(range(1, n + 1), 2) for _ in range(m)])


def answer(text):
    it = numbers(text)
    out = []
    for n in it:
        m, s = next(it), next(it)
        edges = [(next(it), next(it)) for _ in range(m)]
        near = {v: {a + b - v for a, b in edges if v in (a, b)} for v in range(1, n + 1)}

        def options(path):
            return [path + (w,) for w in near[path[-1]] if w not in path]

        wins = winner(options)
        good = sorted(path[-1] for path in options((s,)) if not wins(path))
        out += ["First"] + good if good else ["Second", "none"]
    return "\n".join(map(str, out))
