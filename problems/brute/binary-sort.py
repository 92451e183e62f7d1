from common_col2 import winner


def cases(random):
    for _ in range(60):
        yield "1\n" + "".join(random.choice("01") for _ in range(random.randint(1, 10)))


def options(s):
    return [s[:i] + "01" + s[i + 2:] for i in range(len(s)) if s[i:i + 2] == "10"]


def answer(text):
    wins = winner(options)
    return "\n".join("First" if wins(s) else "Second" for s in text.split()[1:])
