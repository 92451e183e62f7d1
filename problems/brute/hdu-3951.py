from common_col2 import lines, numbers, winner


def cases(random):
    for n in range(1, 11):
        for k in range(1, 5):
            yield lines([1], [n, k])


def answer(text):
    it = numbers(text)
    out = []
    for case in range(1, next(it) + 1):
        n, k = next(it), next(it)

        def options(coins):
            for start in coins:
                left = coins
                for i in range(k):
                    if (start + i) % n not in left:
                        break
                    left = left - {(start + i) % n}
                    yield left

        first = winner(options)(frozenset(range(n)))
        out.append("Case %d: %s" % (case, "first" if first else "second"))
    return "\n".join(out)
