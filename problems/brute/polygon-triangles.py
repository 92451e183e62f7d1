from itertools import combinations

from common_col2 import lines, numbers, winner


def cases(random):
    for n in range(3, 13):
        yield lines([1], [n])
    for _ in range(28):
        yield lines([2], [random.randint(3, 12)], [random.randint(3, 12)])


def faces(n, diagonals):
    """The parts of the polygon, as lists of corners."""
    parts = [list(range(n))]
    for a, b in diagonals:
        for part in parts:
            if a in part and b in part:
                i, j = part.index(a), part.index(b)
                parts.remove(part)
                parts += [part[i:j + 1], part[j:] + part[:i + 1]]
                parts = [sorted(p) for p in parts]
                break
    return parts


def answer(text):
    out = []
    for n in list(numbers(text))[1:]:
        def options(diagonals):
            for part in faces(n, diagonals):
                for i, j in combinations(range(len(part)), 2):
                    if 3 <= j - i <= len(part) - 3:
                        yield tuple(sorted(diagonals + ((part[i], part[j]),)))

        out.append("First" if winner(options)(()) else "Second")
    return "\n".join(out)
