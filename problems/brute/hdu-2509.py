"""Take neighbours out of a row; the last taker loses."""

from common_col1 import blocks, counted, heap_game, lists, numbers

first_wins = heap_game(
    lambda n: [
        tuple(x for x in (a, n - k - a) if x) for k in range(1, n + 1) for a in range(n - k + 1)
    ],
    misere=True,
)


def cases(random):
    some = lists(random, 60, (1, 3), 1, 5) + lists(random, 40, (1, 4), 1, 2) + lists(random, 20, (1, 2), 1, 8)
    return ["\n".join(group) for group in blocks(random, [counted(h) for h in some], 5)]


def answer(text):
    read = numbers(text)
    rows = []
    while read:
        rows.append("Yes" if first_wins(read[1 : 1 + read[0]]) else "No")
        read = read[1 + read[0] :]
    return "\n".join(rows)
