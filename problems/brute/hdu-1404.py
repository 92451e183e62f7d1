"""Make a digit smaller, or cut the string at a 0."""

from common_col1 import blocks, wins

MEMO = {}


def moves(digits):
    left = []
    for i, digit in enumerate(digits):
        left += [digits[:i] + str(k) + digits[i + 1 :] for k in range(int(digit))]
        if digit == "0":
            left.append(digits[:i])
    return left


def cases(random):
    some = ["0", "00", "000", "1", "10", "20", "01", "02"]
    some += ["".join(random.choice("0123456789") for _ in range(random.randint(1, 3))) for _ in range(60)]
    some += ["".join(random.choice("0012") for _ in range(random.randint(3, 5))) for _ in range(50)]
    return ["\n".join(group) for group in blocks(random, some)]


def answer(text):
    return "\n".join("Yes" if wins(digits, moves, MEMO) else "No" for digits in text.split())
