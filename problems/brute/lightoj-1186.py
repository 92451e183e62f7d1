"""Each player moves only pawns of their own, back too: found from the end of play."""
from common_col2 import lines, numbers
from northcott_col2 import first_wins


def cases(random):
    for _ in range(36):
        n = random.choice([1, 2, 2, 2])
        rows = [sorted(random.sample(range(1, 6), 2)) for _ in range(n)]
        yield lines([1], [n], [row[0] for row in rows], [row[1] for row in rows])


def answer(text):
    it = numbers(text)
    out = []
    for case in range(1, next(it) + 1):
        n = next(it)
        white = [next(it) for _ in range(n)]
        black = [next(it) for _ in range(n)]
        first = first_wins(tuple(zip(white, black)))
        out.append("Case %d: %s wins" % (case, "white" if first else "black"))
    return "\n".join(out)
