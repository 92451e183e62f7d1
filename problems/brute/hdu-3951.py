"""Take neighbours from a ring of coins, square by square."""

from common_col1 import numbers, wins, with_count

MEMOS = {}


def cases(random):
    some = [(random.randint(1, 11), random.randint(1, 4)) for _ in range(90)] + [(5, 7), (3, 3), (1, 1)]
    return with_count(random, ["%d %d" % pair for pair in some], 4)


def answer(text):
    read = iter(numbers(text))
    rows = []
    for case in range(1, next(read) + 1):
        n, k = next(read), next(read)

        def moves(coins):
            left = set()
            for start in range(n):
                taken = coins
                for t in range(min(k, n)):
                    bit = 1 << (start + t) % n
                    if not taken & bit:
                        break
                    taken ^= bit
                    left.add(taken)
            return sorted(left)

        first = wins((1 << n) - 1, moves, MEMOS.setdefault((n, k), {}))
        rows.append("Case %d: %s" % (case, "first" if first else "second"))
    return "\n".join(rows)
