"""Split a heap into different heaps."""

from common_col1 import counted, heap_game, lists, numbers, with_count


def become(n):
    def parts(left, low):
        found = [(left,)] if left >= low else []
        for x in range(low, left):
            found += [(x,) + rest for rest in parts(left - x, x + 1)]
        return found

    return [split for split in parts(n, 1) if len(split) > 1] if n else []


first_wins = heap_game(become)


def cases(random):
    some = lists(random, 60, (1, 3), 1, 8) + lists(random, 30, (1, 2), 1, 13)
    return with_count(random, [counted(h) for h in some])


def answer(text):
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        heaps = [next(read) for _ in range(next(read))]
        rows.append("ALICE" if first_wins(heaps) else "BOB")
    return "\n".join(rows)
