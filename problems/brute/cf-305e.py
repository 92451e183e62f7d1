from common_col2 import winner


def cases(random):
    for _ in range(70):
        yield "".join(random.choice(random.choice(["ab", "aab", "abc", "a"])) for _ in range(random.randint(1, 11)))


def cuts(s):
    return [i for i in range(1, len(s) - 1) if s[i - 1] == s[i + 1]]


def options(table):
    for k, s in enumerate(table):
        for i in cuts(s):
            yield tuple(sorted(table[:k] + table[k + 1:] + (s[:i], s[i], s[i + 1:])))


def answer(text):
    s = text.strip()
    wins = winner(options)
    for i in cuts(s):
        if not wins(tuple(sorted((s[:i], s[i], s[i + 1:])))):
            return "First\n%d" % (i + 1)
    return "Second"
