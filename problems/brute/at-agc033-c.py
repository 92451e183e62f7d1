from common_col2 import lines, numbers, winner
from trees_col2 import tree


def cases(random):
    for _ in range(60):
        n, edges = tree(random, 8)
        yield lines([n], *edges)


def answer(text):
    it = numbers(text)
    n = next(it)
    edges = [(next(it), next(it)) for _ in range(n - 1)]
    near = {v: {a + b - v for a, b in edges if v in (a, b)} for v in range(1, n + 1)}

    def step(w, v):
        """The vertex after w on the way to v."""
        for x in near[w]:
            reached, todo = {w, x}, [x]
            while todo:
                for y in near[todo.pop()] - reached:
                    reached.add(y)
                    todo.append(y)
            if v in reached - {w}:
                return x

    hop = {(w, v): step(w, v) for w in near for v in near if w != v}

    def options(coins):
        """How many coins lie on a vertex does not matter for the moves."""
        for v in coins:
            yield frozenset(hop[w, v] for w in coins if w != v)

    return "First" if winner(options)(frozenset(near)) else "Second"
