from common_col2 import winner


def cases(random):
    for _ in range(60):
        yield "1\n" + "".join(random.choice("ab") for _ in range(random.randint(1, 14)))


def options(s):
    return [s[k:] for k in range(2, len(s) + 1) if s[:k] == s[:k][::-1]]


def answer(text):
    wins = winner(options)
    return "\n".join("First" if wins(s) else "Second" for s in text.split()[1:])
