"""What users write, for mypy in its strict mode; the test runs it as well."""

from __future__ import annotations

from collections.abc import Iterator

import grundy
from grundy import Game, Law, Move, Nimber, NimSequence, Outcome, Position, Table


@grundy.ruleset
def squares(n: int) -> list[int]:
    return [n - k * k for k in range(1, n + 1) if k * k <= n]


@grundy.ruleset(name="rook", loopy=False)
def rook_moves(a: int, b: int) -> Iterator[tuple[int, int]]:
    yield from ((c, b) for c in range(a))
    yield from ((a, c) for c in range(b))


class Kayles(grundy.Ruleset):
    """Knock down one pin or two neighbouring ones."""

    name = "pins"

    def options(self, position: int) -> Iterator[list[int]]:
        for taken in (1, 2):
            for left in range((position - taken) // 2 + 1 if position >= taken else 0):
                yield [left, position - taken - left]


def main() -> None:
    g: Position = grundy.nim(3, 4, 5) + grundy.parse("wythoff(3,5)")
    value = g.grundy
    assert isinstance(value, int) and value == 2
    outcome: Outcome = g.outcome(misere=True)
    moves: list[Move] = g.winning_moves()
    after: list[Position] = [move.result for move in moves]
    first, rest = g[0], g[1:]
    assert outcome in ("N", "P") and first + rest == g and all(p.outcome() is Outcome.P for p in after)
    game: Game = grundy.bash[3]
    table: Table = game.table(20)
    assert table[7] == 3
    sequence: NimSequence = grundy.sequence("0.77", 100)
    tail: list[int] = sequence[90:]
    assert sequence.period == 12 and len(tail) == 11
    laws: list[Law] = list(grundy.law([n % 3 for n in range(30)]))
    assert laws[0].formula and Nimber(7) * 9 + 3 == 11
    assert squares(50).grundy == 4 and rook_moves(3, 5).grundy == 6 and Kayles()(8).grundy == 1
    rules = grundy.rules("S(n) -> S(n-k) for k in 1..=min(n,2)")
    with grundy.limits(time=10, threads=2):
        assert rules.S(5).grundy == 2
    explanation: str = g.explain()
    assert "nim-sum" in explanation


if __name__ == "__main__":
    main()
