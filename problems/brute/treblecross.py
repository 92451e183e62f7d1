from common_col2 import winner


def cases(random):
    while True:
        n = random.randint(3, 13)
        s = "".join(random.choice(".......X") for _ in range(n))
        if "XX" in s or "X.X" in s:
            continue
        yield "1\n" + s
        if n == 13 and random.random() < 0.1:
            return


def options(s):
    for i, c in enumerate(s):
        if c == ".":
            new = s[:i] + "X" + s[i + 1:]
            yield None if "XXX" in new else new


def answer(text):
    wins = winner(options)
    out = []
    for s in text.split()[1:]:
        good = [i + 1 for i, c in enumerate(s) if c == "." and not wins(s[:i] + "X" + s[i + 1:])]
        out += ["WINNING"] + good if good else ["LOSING", "none"]
    return "\n".join(map(str, out))
