"""Take a Fibonacci number from one of three heaps."""

from common_col1 import heap_game, numbers, until

FIBONACCI = [1, 2, 3, 5, 8, 13, 21, 34]
first_wins = heap_game(lambda n: [(n - f,) for f in FIBONACCI if f <= n])


def cases(random):
    some = ["%d %d %d" % tuple(random.randint(0, 20) for _ in range(3)) for _ in range(120)]
    return until(random, [x for x in some if x != "0 0 0"], "0 0 0")


def answer(text):
    read = numbers(text)
    heaps = list(zip(read[::3], read[1::3], read[2::3]))[:-1]
    return "\n".join("Fibo" if first_wins(h) else "Nacci" for h in heaps)
