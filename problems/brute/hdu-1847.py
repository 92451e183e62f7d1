"""Take a power of two."""

from common_col1 import blocks, heap_game, numbers

first_wins = heap_game(lambda n: [(n - 2**k,) for k in range(n.bit_length())])


def cases(random):
    return ["\n".join(group) for group in blocks(random, [str(n) for n in range(130)])]


def answer(text):
    return "\n".join("Kiki" if first_wins([n]) else "Cici" for n in numbers(text))
