from common_col2 import winner


def cases(random):
    for _ in range(120):
        s = "".join(random.choice("...OX") for _ in range(random.randint(1, 9)))
        if "XX" not in s and "OO" not in s:
            yield "1\n" + s


def options(s):
    for i, c in enumerate(s):
        if c == ".":
            for mark in "OX":
                new = s[:i] + mark + s[i + 1:]
                if mark * 2 not in new:
                    yield new


def answer(text):
    wins = winner(options)
    return "\n".join("First" if wins(s) else "Second" for s in text.split()[1:])
