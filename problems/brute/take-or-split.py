"""Take stones from a heap, or split a heap into two."""

from common_col1 import heap_game, line, lists, numbers, with_count

first_wins = heap_game(
    lambda n: [(k,) for k in range(n)] + [(k, n - k) for k in range(1, n // 2 + 1)]
)


def cases(random):
    heaps = lists(random, 40, (1, 3), 0, 4) + lists(random, 20, (1, 2), 0, 6)
    return with_count(random, ["%d\n%s" % (len(h), line(h)) for h in heaps])


def answer(text):
    words = numbers(text)
    answers, at = [], 1
    for _ in range(words[0]):
        heaps = words[at + 1 : at + 1 + words[at]]
        at += 1 + words[at]
        answers.append("First" if first_wins(n for n in heaps if n > 0) else "Second")
    return "\n".join(answers)
