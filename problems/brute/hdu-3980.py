from common_col2 import lines, numbers, winner


def cases(random):
    for n in range(1, 13):
        for m in range(1, 5):
            yield lines([1], [n, m])


def answer(text):
    it = numbers(text)
    out = []
    for case in range(1, next(it) + 1):
        n, m = next(it), next(it)

        def options(beads):
            for start in range(n):
                some = frozenset((start + i) % n for i in range(m))
                if len(some) == m and some <= beads:
                    yield beads - some

        first = winner(options)(frozenset(range(n)))
        out.append("Case #%d: %s" % (case, "aekdycoin" if first else "abcdxyzk"))
    return "\n".join(out)
