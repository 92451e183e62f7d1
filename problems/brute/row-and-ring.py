from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(40):
        r, s = random.randint(0, 2), random.randint(0, 2)
        yield lines([r, s], *[row for row in ([random.randint(1, 5) for _ in range(r)], [random.randint(1, 5) for _ in range(s)]) if row])


def answer(text):
    it = numbers(text)
    r, s = next(it), next(it)
    sizes = [next(it) for _ in range(r + s)]

    def options(left):
        for k, i in left:
            yield left - {(k, i)}
            other = (k, i + 1) if k < r else (k, (i + 1) % sizes[k])
            if other in left and other != (k, i):
                yield left - {(k, i), other}

    start = frozenset((k, i) for k, size in enumerate(sizes) for i in range(size))
    return "First" if winner(options)(start) else "Second"
