from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(50):
        n = random.randint(1, 8)
        yield lines([1], [n], [random.choice([0, 0, 1, 2]) for _ in range(n)])


def options(boxes):
    for a in range(1, len(boxes) + 1):
        for b in range(1, a):
            if (a + b) % 2 == 1 and (a + b) % 3 == 0:
                for k in range(1, boxes[a - 1] + 1):
                    new = list(boxes)
                    new[a - 1] -= k
                    new[b - 1] += k
                    yield tuple(new)


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for case in range(1, next(it) + 1):
        first = wins(tuple(next(it) for _ in range(next(it))))
        out.append("Case %d: %s" % (case, "Alice" if first else "Bob"))
    return "\n".join(out)
