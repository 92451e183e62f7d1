"""Trees with root 1 that lose an edge."""
from common_col2 import lines, winner


def tree(random, most):
    """n and the edges of a tree, in any order and direction."""
    n = random.randint(1, most)
    names = [1] + random.sample(range(2, n + 1), n - 1)
    edges = [random.sample([names[i], names[random.randrange(i)]], 2) for i in range(1, n)]
    random.shuffle(edges)
    return n, edges


def options(edges, roots=(1,)):
    """The edges (triples: number, end, end) that stand after a cut."""
    for cut in edges:
        left = edges - {cut}
        reached, before = set(roots), None
        while before != len(reached):
            before = len(reached)
            for _, a, b in left:
                if a in reached or b in reached:
                    reached |= {a, b}
        yield frozenset(e for e in left if e[1] in reached)


first_wins = winner(options)


def numbered(edges):
    return frozenset((i, a, b) for i, (a, b) in enumerate(edges))
