"""The value is the heap of Nim whose sum with the graph is lost."""
from common_col2 import lines, winner


def cases(random):
    for _ in range(50):
        k = random.randint(1, 3)
        rows = []
        for _ in range(k):
            kind = random.choice("PC")
            rows.append([kind, random.randint(3 if kind == "C" else 1, [0, 9, 6, 4][k])])
        yield lines([1], [k], *rows)


def answer(text):
    words = iter(text.split())
    out = []
    for _ in range(int(next(words))):
        parts = [(next(words), int(next(words))) for _ in range(int(next(words)))]

        def options(position):
            left, heap = position
            for x in range(heap):
                yield left, x
            for k, i in left:
                kind, n = parts[k]
                near = {(k, i - 1), (k, i), (k, i + 1)}
                if kind == "C":
                    near |= {(k, (i - 1) % n), (k, (i + 1) % n)}
                yield left - near, heap

        wins = winner(options)
        start = frozenset((k, i) for k, (_, n) in enumerate(parts) for i in range(n))
        out.append("First" if wins((start, 0)) else "Second")
        heap = 0
        while wins((start, heap)):
            heap += 1
        out.append(str(heap))
    return "\n".join(out)
