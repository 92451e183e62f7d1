from common_col2 import lines, numbers, winner


def cases(random):
    for n in range(3, 16):
        yield str(n)
    for _ in range(20):
        yield lines([random.randint(3, 15), random.randint(3, 15)])


def answer(text):
    out = []
    for n in numbers(text):
        def options(crosses):
            for i in range(n):
                if i not in crosses:
                    new = crosses | {i}
                    if any({j, j + 1, j + 2} <= new for j in (i - 2, i - 1, i)):
                        yield None
                    else:
                        yield new

        out.append("1" if winner(options)(frozenset()) else "2")
    return "\n".join(out)
