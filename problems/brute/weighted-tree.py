from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(60):
        n = random.randint(1, 5)
        edges = [random.sample([v, random.randrange(v)], 2) + [random.choice([1, 1, 2, 3])] for v in range(1, n)]
        if sum(edge[2] for edge in edges) <= 9:
            yield lines([1], [n], *edges)


def options(ropes):
    """The ropes are triples: the two ends of an edge and how many ropes it has."""
    for a, b, w in ropes:
        left = ropes - {(a, b, w)}
        if w > 1:
            left |= {(a, b, w - 1)}
        reached, before = {0}, None
        while before != len(reached):
            before = len(reached)
            for c, d, _ in left:
                if c in reached or d in reached:
                    reached |= {c, d}
        yield frozenset(rope for rope in left if rope[0] in reached)


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        edges = frozenset((next(it), next(it), next(it)) for _ in range(next(it) - 1))
        out.append("First" if wins(edges) else "Second")
    return "\n".join(out)
