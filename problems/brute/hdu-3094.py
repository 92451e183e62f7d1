from common_col2 import lines, numbers, winner
from trees_col2 import numbered, options, tree


def cases(random):
    for _ in range(40):
        n, edges = tree(random, 8)
        yield lines([1], [n], *edges)


def answer(text):
    it = numbers(text)
    out = []
    for _ in range(next(it)):
        n = next(it)
        edges = numbered([(next(it), next(it)) for _ in range(n - 1)])
        out.append("Alice" if winner(options)(edges) else "Bob")
    return "\n".join(out)
