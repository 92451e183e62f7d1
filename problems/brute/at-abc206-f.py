from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        n = random.randint(1, 6)
        yield lines([1], [n], *[sorted(random.sample(range(1, 13), 2)) for _ in range(n)])


def answer(text):
    it = numbers(text)
    out = []
    for _ in range(next(it)):
        all_of_them = [(next(it), next(it)) for _ in range(next(it))]

        def options(chosen):
            for l, r in all_of_them:
                if all(r <= a or b <= l for a, b in chosen):
                    yield chosen | {(l, r)}

        out.append("Alice" if winner(options)(frozenset()) else "Bob")
    return "\n".join(out)
