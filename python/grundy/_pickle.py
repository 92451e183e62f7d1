"""Positions and games in pickles: by their text, with the texts and rulesets that they need."""

from __future__ import annotations

from typing import Any

from . import _core


def reduced(position: _core.Position) -> tuple[Any, ...]:
    """How a position is made again."""
    if not position._is_python():
        texts = position._texts()
        return (restored, (str(position), texts)) if texts else (_core.Position, (str(position),))
    from ._ruleset import known_rulesets

    parts: list[tuple[Any, ...]] = []
    rulesets = known_rulesets()
    for number, part in enumerate(position.parts):
        for ruleset in rulesets:
            found = ruleset._handle.object(position, number)
            if found is not None:
                parts.append((ruleset, found))
                break
        else:
            parts.append((None, part._without_python()))
    return (summed, (parts,))


def restored(text: str, texts: list[tuple[str, list[str]]]) -> _core.Position:
    """A position with the rules that its text needs."""
    if len(texts) == 1:
        return _core.RuleText(*texts[0]).parse(text)
    return _core.Position._with_texts(text, texts)


def summed(parts: list[tuple[Any, Any]]) -> _core.Position:
    """The sum of parts, some of them of rulesets in Python."""
    total = _core.Position("nim()")
    for ruleset, found in parts:
        total = total + (found if ruleset is None else ruleset._place(found))
    return total


def reduced_game(game: _core.Game) -> tuple[Any, ...]:
    """How a game is made again."""
    texts = game._texts()
    return (restored_game, (game.name, texts)) if texts else (_core.Game, (game.name,))


def restored_game(name: str, texts: list[tuple[str, list[str]]]) -> _core.Game:
    """A game of a text of rules."""
    return _core.RuleText(*texts[0]).game(name)


def move(part: int, text: str, result: _core.Position, wins: bool) -> _core.Move:
    """A move that leads to a position."""
    return _core.Move._of(part, text, result, wins)
