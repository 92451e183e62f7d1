"""Who wins by looking at all moves; the value is the heap of Nim whose sum with the row is lost."""
from common_col2 import lines, numbers, winner


def cases(random):
    for _ in range(60):
        n = random.randint(1, 7)
        yield lines([1], [n], [random.randint(0, 1) for _ in range(n)])


def options(position):
    row, heap = position
    for k in range(heap):
        yield row, k
    for i, c in enumerate(row):
        if c == 1:
            for j in range(i + 1):
                yield row[:j] + tuple(1 - x for x in row[j:i + 1]) + row[i + 1:], heap


def answer(text):
    it = numbers(text)
    wins = winner(options)
    out = []
    for _ in range(next(it)):
        row = tuple(next(it) for _ in range(next(it)))
        out.append("First" if wins((row, 0)) else "Second")
        heap = 0
        while wins((row, heap)):
            heap += 1
        out.append(str(heap))
    return "\n".join(out)
