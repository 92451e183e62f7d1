from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(60):
        n = random.randint(2, 6)
        yield lines([n], *[[random.randint(1, i), random.randint(0, 2)] for i in range(1, n)])


def answer(text):
    it = numbers(text)
    n = next(it)
    reach, beans = [0], [0]
    for _ in range(n - 1):
        reach.append(next(it))
        beans.append(next(it))

    def options(position):
        for i, k in enumerate(position):
            if k:
                for j in range(i - reach[i], i):
                    new = list(position)
                    new[i] -= 1
                    new[j] += 1
                    yield tuple(new)

    return "First" if winner(options)(tuple(beans)) else "Second"
