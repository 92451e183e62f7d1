from common_col2 import winner


def cases(random):
    cards = list("123456" * 4)
    while True:
        s = "".join(random.sample(cards, random.randint(5, 11)))
        if sum(map(int, s)) <= 31:
            yield s
            if random.random() < 0.02:
                return


def options(taken):
    for c in "123456":
        if taken.count(c) < 4 and sum(map(int, taken + c)) <= 31:
            yield "".join(sorted(taken + c))


def answer(text):
    wins = winner(options)
    return "\n".join("AB"[(len(s) + (not wins("".join(sorted(s))))) % 2] for s in text.split())
