"""Brute force of sheets: whole positions, who wins by plain recursion."""

import random
from functools import lru_cache

RANDOM = random.Random(17)


def moves(position):
    """What each cut leaves, and whether it cuts out a single square."""
    for i, (w, h) in enumerate(position):
        rest = position[:i] + position[i + 1:]
        cuts = [((k, h), (w - k, h)) for k in range(1, w)] + [((w, k), (w, h - k)) for k in range(1, h)]
        for two in cuts:
            yield tuple(sorted(rest + two)), (1, 1) in two


@lru_cache(maxsize=None)
def first_wins(position):
    return any(square or not first_wins(left) for left, square in moves(position))


def main():
    with open("problems/brute/sheets.cases", "w") as file:
        for _ in range(12):
            lines, answers = [], []
            for _ in range(4):
                sheets, count, room = [], RANDOM.randrange(1, 4), 14
                for _ in range(count):
                    w, h = RANDOM.randrange(1, 5), RANDOM.randrange(2, 5)
                    if w * h <= room:
                        sheets.append((w, h))
                        room -= w * h
                sheets = sheets or [(2, 2)]
                lines += [str(len(sheets))] + [f"{w} {h}" for w, h in sheets]
                answers.append("WIN" if first_wins(tuple(sorted(sheets))) else "LOSE")
            lines.append("0")
            file.writelines(f"> {line}\n" for line in lines)
            file.writelines(f"< {line}\n" for line in answers)
            file.write("\n")


main()
