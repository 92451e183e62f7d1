from common_col2 import lines, numbers
from northcott_col2 import SIZE, first_wins


def cases(random):
    for _ in range(36):
        n = random.choice([1, 1, 2, 2, 2])
        yield lines([n, SIZE], *[random.sample(range(1, SIZE + 1), 2) for _ in range(n)])


def answer(text):
    it = numbers(text)
    out = []
    for n in it:
        next(it)
        out.append("I WIN!" if first_wins(tuple((next(it), next(it)) for _ in range(n))) else "BAD LUCK!")
    return "\n".join(out)
