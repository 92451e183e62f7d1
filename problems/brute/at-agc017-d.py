from common_col2 import lines, numbers, winner
from trees_col2 import numbered, options, tree


def cases(random):
    for _ in range(45):
        n, edges = tree(random, 8)
        yield lines([n], *edges)


def answer(text):
    it = numbers(text)
    n = next(it)
    edges = numbered([(next(it), next(it)) for _ in range(n - 1)])
    return "Alice" if winner(options)(edges) else "Bob"
