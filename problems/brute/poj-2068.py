"""Two teams at a round table."""

from common_col1 import line, numbers, until, wins


def cases(random):
    some = []
    for _ in range(90):
        n = random.randint(1, 3)
        most = [random.randint(1, 5) for _ in range(2 * n)]
        some.append("%d %d %s" % (n, random.randint(1, 25), line(most)))
    return until(random, some, "0", 4)


def answer(text):
    rows = []
    for row in text.strip().split("\n")[:-1]:
        n, s, *most = numbers(row)

        def moves(at):
            stones, player = at
            return [(stones - k, (player + 1) % (2 * n)) for k in range(1, min(stones, most[player]) + 1)]

        rows.append("1" if wins((s, 0), moves, {}, misere=True) else "0")
    return "\n".join(rows)
