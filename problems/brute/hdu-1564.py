from common_col2 import lines, numbers


def cases(random):
    for k in range(4):
        for n in range(1, 5):
            yield lines([n], [0])
            for m in range(1, 5):
                yield lines([n], [m], *[[random.randint(1, 4)] for _ in range(k)], [0])


def answer(text):
    out = []
    for n in numbers(text):
        if n == 0:
            return "\n".join(out)
        out.append("8600" if ANSWERS[n] else "ailyanlu")


def wins(n, place, been):
    y, x = place
    for p in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
        if 0 <= p[0] < n and 0 <= p[1] < n and p not in been and not wins(n, p, been | {p}):
            return True
    return False


ANSWERS = {n: wins(n, (0, 0), {(0, 0)}) for n in range(1, 5)}
