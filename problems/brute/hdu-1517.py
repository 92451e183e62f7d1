"""Multiply by 2 to 9 until n is reached."""

from common_col1 import blocks, numbers, wins


def cases(random):
    some = list(range(2, 60)) + [random.randint(60, 7000) for _ in range(60)] + [162, 163, 324, 325, 2916, 2917]
    return ["\n".join(group) for group in blocks(random, [str(n) for n in some])]


def answer(text):
    rows = []
    for n in numbers(text):
        first = wins(1, lambda p: [p * k for k in range(2, 10)] if p < n else [], {})
        rows.append("Stan wins." if first else "Ollie wins.")
    return "\n".join(rows)
