"""Texts of rules, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from . import _display
from ._core import Game, Position, RuleText


class Rules(Mapping[str, Game]):
    """The games of a text of rules: attributes, or items by name.

    >>> import grundy
    >>> rules = grundy.rules("S(n) -> S(n - k*k) for k in 1..=isqrt(n)")
    >>> rules.S(50).grundy, list(rules)
    (4, ['S'])
    >>> (rules.S(10) + grundy.nim(2)).outcome() == "N"
    True
    """

    def __init__(self, text: str, **inputs: Any) -> None:
        given = [f"{name}={_written(value)}" for name, value in inputs.items()]
        self._rules = RuleText(text, given)
        self._names = self._rules.names_of_games

    @property
    def text(self) -> str:
        """The text."""
        return self._rules.text

    def parse(self, text: str) -> Position:
        """Reads an expression in which these games come before those of the catalogue."""
        return self._rules.parse(text)

    def __getitem__(self, name: str) -> Game:
        if name not in self._names:
            raise KeyError(name)
        return self._rules.game(name)

    def __getattr__(self, name: str) -> Game:
        if name.startswith("_") or name not in self._names:
            known = ", ".join(self.__dict__.get("_names", []))
            raise AttributeError(f"these rules have no game {name}: they have {known}")
        return self._rules.game(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._names]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._rules._same(other._rules)

    def __hash__(self) -> int:
        return hash((self.text, tuple(self._rules.inputs)))

    def __repr__(self) -> str:
        return f"<Rules: {', '.join(self._names)}>"

    def _repr_html_(self) -> str:
        return "".join(_display.card(self[name]) for name in self._names)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (self.text, self._rules.inputs))


def _written(value: Any) -> str:
    return str(list(value)) if isinstance(value, (list, tuple, set, range)) else str(value)


def _restored(text: str, inputs: list[str]) -> Rules:
    made = Rules.__new__(Rules)
    made._rules = RuleText(text, inputs)
    made._names = made._rules.names_of_games
    return made


def rules(text: str, /, **inputs: Any) -> Rules:
    """Games from a text of rules; ``inputs`` are the values of its inputs.

    >>> import grundy
    >>> grundy.rules("take(n) -> take(n-k) for k in 1..=min(n,3)").take(10).grundy
    2
    """
    return Rules(text, **inputs)
