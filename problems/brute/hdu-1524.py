from common_col2 import lines, numbers, put, winner


def cases(random):
    for _ in range(40):
        n = random.randint(1, 6)
        rows = []
        for v in range(n):
            to = random.sample(range(v + 1, n), random.randint(0, min(3, n - 1 - v)))
            rows.append([len(to)] + to)
        queries = [[random.randrange(n) for _ in range(random.randint(1, 3))] for _ in range(random.randint(1, 2))]
        yield lines([n], *rows, *[[len(q)] + q for q in queries], [0])


def answer(text):
    it = numbers(text)
    out = []
    for n in it:
        to = [[next(it) for _ in range(next(it))] for _ in range(n)]
        wins = winner(lambda p: [put(p, i, w) for i, v in enumerate(p) for w in to[v]])
        while True:
            m = next(it)
            if m == 0:
                break
            out.append("WIN" if wins(tuple(next(it) for _ in range(m))) else "LOSE")
    return "\n".join(out)
