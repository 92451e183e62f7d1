"""Questions that are not asked of one position or one game."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _core
from ._core import Game, NimSequence, Position, Table
from ._laws import Quotient
from ._values import Odds


def parse(text: str) -> Position:
    """Reads a position expression.

    >>> import grundy
    >>> grundy.parse("nim(3,4,5) + 0.77(12)").grundy
    6
    """
    return Position(text)


def game(text: str) -> Game:
    """The game of this name, with its parameters: "kayles", "0.137", "wythoff[2]".

    >>> import grundy
    >>> grundy.game("0.77")(12).grundy
    4
    """
    return Game(text)


def games() -> list[Game]:
    """All games of the catalogue.

    >>> import grundy
    >>> "wythoff" in [game.name for game in grundy.games()]
    True
    """
    return [Game(name) for name in _core.names() if name != "take-and-break"]


def _game(what: Game | str) -> Game:
    return what if isinstance(what, Game) else Game(what)


def table(what: Game | str, to: int | None = None, second: int | None = None, **asked: Any) -> Table:
    """As ``Game.table``, by name.

    >>> import grundy
    >>> grundy.table("wythoff", 3)[1, 2]
    0
    """
    return _game(what).table(to, second, **asked)


def sequence(what: Game | str, to: int | None = None, *, until_period: bool = False) -> NimSequence:
    """As ``Game.sequence``, by name.

    >>> import grundy
    >>> grundy.sequence("0.137", until_period=True).period
    34
    """
    return _game(what).sequence(to, until_period=until_period)


def quotient(what: Game | str, to: int | None = None, *, elements: int = 100_000) -> Quotient:
    """As ``Game.quotient``, by name."""
    found: Quotient = _game(what).quotient(to, elements=elements)
    return found


def survey(pattern: str, to: int | None = None) -> list[dict[str, Any]]:
    """All codes of a pattern in which ? is any octal digit, equal games together, for pandas.

    ``equal`` has the codes of the same game; those of which that is not proved are in
    ``equal_unproved``: they are equal as far as they were compared.

    >>> import grundy
    >>> [row["code"] for row in grundy.survey("0.0?", 200)][:3]
    ['0.0', '0.01', '0.02']
    """
    rows = []
    for line in _core.survey_groups(pattern, to):
        group = json.loads(line)
        first, *others = group["members"]
        first["equal"] = [other["code"] for other in others]
        first["equal_proved"] = group["proved"]
        first["equal_unproved"] = group["unproved"]
        rows.append(first)
    return rows


def odds(what: Game | str, heaps: int, sizes: str | range, *, misere: bool = False) -> Odds:
    """How often each player wins where each heap has a random size.

    ``sizes`` is a range, or a text such as "1..20" or "1:1/3, 5:2/3".

    >>> import grundy
    >>> grundy.odds("nim", 3, range(0, 16)).second
    Fraction(1, 16)
    """
    if isinstance(sizes, range):
        if sizes.step != 1 or not len(sizes):
            raise ValueError(f"{sizes}: a range of sizes has steps of 1 and an element")
        sizes = f"{sizes[0]}..{sizes[-1]}"
    found: Odds = _core.odds_of(_game(what), heaps, sizes, misere=misere)
    return found


def verify(certificate: bytes | str | os.PathLike[str]) -> dict[str, Any]:
    """Checks a certificate: a file, or its bytes. CertificateError if it is false.

    >>> import grundy
    >>> proof = grundy.kayles.sequence(until_period=True).certificate()
    >>> grundy.verify(proof)["period"]
    12
    """
    if isinstance(certificate, bytes):
        return _core.verify_bytes(certificate)
    with open(certificate, "rb") as file:
        return _core.verify_bytes(file.read())
