from common_col2 import lines, numbers, winner


def cases(random):
    squares = [(x, y) for x in range(1, 4) for y in range(1, 4)]
    for _ in range(45):
        n = random.randint(1, 6)
        yield lines([1], [n], *random.sample(squares, n))


def options(lit):
    for x, y in lit:
        for a in range(x):
            for b in range(y):
                corners = {(u, v) for u in (a, x) for v in (b, y) if u > 0 and v > 0}
                yield lit ^ corners


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        start = frozenset((next(it), next(it)) for _ in range(next(it)))
        out.append("Have a try, lxhgww." if wins(start) else "Don't waste your time.")
    return "\n".join(out)
