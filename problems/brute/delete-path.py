from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(60):
        n = random.randint(1, 8)
        yield lines([n], [random.randint(0 if random.random() < 0.2 else min(1, v), v) for v in range(n)])


def answer(text):
    it = numbers(text)
    n = next(it)
    parent = {v: next(it) for v in range(1, n + 1)}

    def taken(left, v):
        path = set()
        while v in left:
            path.add(v)
            v = parent[v]
        return left - path

    wins = winner(lambda left: [taken(left, v) for v in left])
    whole = frozenset(parent)
    good = [v for v in sorted(whole) if not wins(taken(whole, v))]
    return "\n".join(map(str, ["First"] + good if good else ["Second", "none"]))
