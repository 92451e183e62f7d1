"""Split into heaps of consecutive sizes."""

from common_col1 import heap_game, numbers


def become(n):
    parts = []
    for k in range(2, n + 1):
        for least in range(1, n + 1):
            heaps = tuple(range(least, least + k))
            if sum(heaps) == n:
                parts.append(heaps)
    return parts


first_wins = heap_game(become)


def cases(random):
    return [str(n) for n in range(1, 46)]


def answer(text):
    winning = [len(heaps) for heaps in become(numbers(text)[0]) if not first_wins(list(heaps))]
    return str(min(winning)) if winning else "-1"
