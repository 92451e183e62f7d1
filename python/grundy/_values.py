"""Small values: outcomes, infinite values, odds."""

from __future__ import annotations

import enum
import fractions
from dataclasses import dataclass


class Outcome(str, enum.Enum):
    """Who wins under best play; equal to its letter.

    >>> from grundy import Outcome
    >>> Outcome.N == "N", str(Outcome.P)
    (True, 'P')
    """

    P = "P"
    """The player who just moved wins: whoever is to move loses."""
    N = "N"
    """The player to move wins."""
    D = "D"
    """A draw: play may go on for ever, and nobody can force a win."""

    def __str__(self) -> str:
        return self.value

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)


@dataclass(frozen=True)
class Infinite:
    """A loopy value that is not a number: ``options`` are the numbers that options have."""

    options: frozenset[int] = frozenset()

    def __str__(self) -> str:
        numbers = ",".join(map(str, sorted(self.options)))
        return f"∞({numbers})" if numbers else "∞"


@dataclass(frozen=True)
class Odds:
    """How often each player wins: exact fractions, None where they are too long; and decimals."""

    first: fractions.Fraction | None
    second: fractions.Fraction | None
    draw: fractions.Fraction | None
    first_decimal: str | None
    second_decimal: str | None

    def __float__(self) -> float:
        if self.first is not None:
            return float(self.first)
        if self.first_decimal is None:
            raise ValueError("the probability is not known to a digit")
        return float(self.first_decimal)
