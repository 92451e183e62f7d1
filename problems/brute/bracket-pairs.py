from common_col2 import winner


def word(random, pairs):
    if pairs == 0:
        return ""
    inside = random.randrange(pairs)
    return "(" + word(random, inside) + ")" + word(random, pairs - 1 - inside)


def cases(random):
    for _ in range(60):
        yield "1\n" + word(random, random.randint(1, 7))


def options(s):
    for i in range(len(s)):
        for j in range(i + 1, len(s)):
            # The partner is where the part between is balanced.
            if s[i] == "(" and s[j] == ")" and balanced(s[i + 1:j]):
                yield s[:i] + s[j + 1:]


def balanced(s):
    while "()" in s:
        s = s.replace("()", "")
    return s == ""


def answer(text):
    wins = winner(options)
    return "\n".join("First" if wins(s) else "Second" for s in text.split()[1:])
