from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(50):
        circles = []
        for _ in range(30):
            x, y, r = random.randint(-9, 9), random.randint(-9, 9), random.choice([1, 2, 3, 5, 8, 12])
            # Neither touching nor crossing: far apart, or one deep in the other.
            if all((x - a) ** 2 + (y - b) ** 2 > (r + s) ** 2 or (x - a) ** 2 + (y - b) ** 2 < (r - s) ** 2
                   for a, b, s in circles):
                circles.append([x, y, r])
        circles = circles[:random.randint(1, 8)]
        yield lines([1], [len(circles)], *circles)


def options(circles):
    for x, y, r in circles:
        yield frozenset((a, b, s) for a, b, s in circles if (x - a) ** 2 + (y - b) ** 2 >= r * r or s > r) - {(x, y, r)}


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        circles = frozenset((next(it), next(it), next(it)) for _ in range(next(it)))
        out.append("Alice" if wins(circles) else "Bob")
    return "\n".join(out)
