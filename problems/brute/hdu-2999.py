from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(45):
        k = random.randint(1, 3)
        queries = [random.randint(0, 10) for _ in range(random.randint(1, 3))]
        yield lines([k], [random.randint(1, 5) for _ in range(k)], [len(queries)], *[[q] for q in queries])


def answer(text):
    it = numbers(text)
    out = []
    for k in it:
        sizes = [next(it) for _ in range(k)]

        def options(stones):
            for s in sizes:
                for i in stones:
                    some = frozenset(range(i, i + s))
                    if some <= stones:
                        yield stones - some

        wins = winner(options)
        for _ in range(next(it)):
            out.append("1" if wins(frozenset(range(next(it)))) else "2")
    return "\n".join(out)
