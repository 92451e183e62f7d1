from common_col2 import lines, numbers, winner


def cases(random):
    for n in range(1, 7):
        for m in range(1, 8):
            yield lines([n, m], [0, 0])


def options(position):
    a, b = position
    return [(c, d) for c, d in ((a - 1, b), (a, b - 1), (a - 1, b - 1)) if c > 0 and d > 0]


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    while True:
        n, m = next(it), next(it)
        if n == m == 0:
            return "\n".join(out)
        out.append("Wonderful!" if wins((n, m)) else "What a pity!")
