"""Fill boxes."""

from common_col1 import numbers, until, wins

MEMO = {}


def moves(boxes):
    left = []
    for i, (size, held) in enumerate(boxes):
        for k in range(1, min(held * held, size - held) + 1):
            left.append(tuple(sorted(boxes[:i] + ((size, held + k),) + boxes[i + 1 :])))
    return left


def cases(random):
    some = []
    for _ in range(110):
        boxes = []
        for _ in range(random.randint(1, 3)):
            size = random.randint(1, 12 if random.random() < 0.7 else 25)
            boxes.append("%d %d" % (size, random.randint(0, min(size, 6))))
        some.append("%d\n%s" % (len(boxes), "\n".join(boxes)))
    return until(random, some, "0", 5)


def answer(text):
    read = iter(numbers(text))
    rows = []
    while True:
        count = next(read)
        if count == 0:
            return "\n".join(rows)
        boxes = tuple(sorted((next(read), next(read)) for _ in range(count)))
        rows.append("Case %d:" % (len(rows) // 2 + 1))
        rows.append("Yes" if wins(boxes, moves, MEMO) else "No")
