from common_col2 import winner


def cases(random):
    for _ in range(40):
        n = random.randint(1, 8)
        yield "1\n%d\n%s" % (n, "".join(random.choice("HT") for _ in range(n)))


TURN = {"H": "T", "T": "H"}


def options(s):
    for i, c in enumerate(s):
        if c == "H":
            left = s[:i] + "T" + s[i + 1:]
            yield left
            for j in range(i):
                yield left[:j] + TURN[left[j]] + left[j + 1:]


def answer(text):
    wins = winner(options)
    words = text.split()
    return "\n".join("Yes" if wins(s) else "No" for s in words[2::2])
