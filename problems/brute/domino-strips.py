from common_col2 import lines, winner


def cases(random):
    for _ in range(40):
        k = random.randint(1, 3)
        yield lines([1], [k], *[[random.choice("SR"), random.randint(1, [0, 12, 7, 5][k])] for _ in range(k)])


def answer(text):
    words = iter(text.split())
    out = []
    for _ in range(int(next(words))):
        boards = [(next(words), int(next(words))) for _ in range(int(next(words)))]

        def options(free):
            for k, i in free:
                kind, n = boards[k]
                j = (i + 1) % n if kind == "R" else i + 1
                if j != i and (k, j) in free:
                    yield free - {(k, i), (k, j)}

        start = frozenset((k, i) for k, (_, n) in enumerate(boards) for i in range(n))
        out.append("Ana" if winner(options)(start) else "Ben")
    return "\n".join(out)
