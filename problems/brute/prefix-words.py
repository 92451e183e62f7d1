def cases(random):
    for _ in range(60):
        n = random.randint(1, 4)
        words = ["".join(random.choice("ab") for _ in range(random.randint(1, 5))) for _ in range(n)]
        yield "\n".join(["%d %d" % (n, random.randint(1, 5))] + words)


def answer(text):
    n, k, *words = text.split()

    known = {}

    def wins(word, rounds):
        """Does the player to move win the last round?"""
        if (word, rounds) not in known:
            after = {w[:len(word) + 1] for w in words if w.startswith(word) and len(w) > len(word)}
            if after:
                known[word, rounds] = any(not wins(next_word, rounds) for next_word in after)
            else:
                # The round is lost; the loser begins the next.
                known[word, rounds] = rounds > 1 and wins("", rounds - 1)
        return known[word, rounds]

    return "First" if wins("", int(k)) else "Second"
