"""Delete a digit and keep the sum a multiple of 3."""

from common_col1 import wins, with_count

MEMO = {}


def moves(digits):
    left = [digits[:i] + digits[i + 1 :] for i in range(len(digits))]
    return [rest for rest in left if sum(map(int, rest)) % 3 == 0]


def cases(random):
    some = []
    for _ in range(130):
        some.append("".join(random.choice("0123456789") for _ in range(random.randint(1, 8))))
    return with_count(random, some)


def answer(text):
    rows = []
    for case, digits in enumerate(text.split()[1:], 1):
        rows.append("Case %d: %s" % (case, "S" if wins(digits, moves, MEMO) else "T"))
    return "\n".join(rows)
