from common_col2 import winner


def cases(random):
    for _ in range(50):
        n, q = random.randint(1, 3), random.randint(1, 3)
        words = ["".join(random.choice("abc") for _ in range(random.randint(2, 6))) for _ in range(n)]
        some = []
        for _ in range(q):
            w = random.choice(words)
            i = random.randrange(len(w))
            some.append(w[i:random.randint(i + 1, len(w))])
        yield "\n".join([str(n)] + words + [str(q)] + some)


def answer(text):
    words = text.split()
    n = int(words[0])
    known = words[1:n + 1]
    wins = winner(lambda s: [s + c for c in "abc" if any(s + c in w for w in known)])
    return "\n".join("First" if wins(s) else "Second" for s in words[n + 2:])
