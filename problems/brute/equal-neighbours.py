from common_col2 import winner


def cases(random):
    for _ in range(60):
        letters = "abc"[:random.randint(1, 3)]
        yield "1\n" + "".join(random.choice(letters) for _ in range(random.randint(1, 12)))


def options(s):
    for i in range(len(s) - 1):
        if s[i] == s[i + 1]:
            yield s[:i] + s[i + 2:]


def answer(text):
    wins = winner(options)
    return "\n".join("Yes" if wins(s) else "No" for s in text.split()[1:])
