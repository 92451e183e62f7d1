"""Take 1, 3 or 9 from one of two heaps."""

from common_col1 import heap_game, numbers

first_wins = heap_game(lambda n: [(n - k,) for k in (1, 3, 9) if k <= n])


def cases(random):
    return ["%d %d" % (random.randint(0, 30), random.randint(0, 30)) for _ in range(50)]


def answer(text):
    return "win" if first_wins(numbers(text)) else "lose"
