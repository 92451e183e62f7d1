"""Shared by the brute forces of a few problems: who wins, by plain recursion over whole positions."""

import sys

sys.setrecursionlimit(100000)


def first_wins(position, options, memo):
    """Whether the player to move wins: some option is lost for the opponent."""
    if position not in memo:
        memo[position] = any(not first_wins(option, options, memo) for option in options(position))
    return memo[position]


def write(name, inputs, answer):
    """Stores the cases of a problem."""
    with open(f"problems/brute/{name}.cases", "w") as file:
        for text in inputs:
            for line in text.splitlines():
                file.write(f"> {line}\n")
            for line in answer(text).splitlines():
                file.write(f"< {line}\n")
            file.write("\n")
