"""grundy: the workbench for impartial games, Nim and its relatives.

>>> import grundy
>>> g = grundy.nim(3, 4, 5) + grundy.wythoff(3, 5)
>>> g.grundy
2
>>> g.outcome()
<Outcome.N: 'N'>
>>> [str(move) for move in g.winning_moves()]
['3 -> 1', '(3,5) -> (0,2)', '(3,5) -> (3,4)']

Every game of the catalogue is an attribute: ``grundy.kayles(7)``, ``grundy.bash[3](10)``,
``grundy.grundy_game(12)``; ``grundy.games()`` lists them.
"""

from __future__ import annotations

import keyword
from typing import Any

from ._ask import game, games, odds, parse, quotient, sequence, survey, table, verify
from ._core import (
    Answer,
    Game,
    GameGraph,
    Limits,
    Move,
    Nimber,
    NimSequence,
    Picture,
    Position,
    Table,
    nimber,
)
from ._core import advice as _advice
from ._core import names as _names
from ._errors import (
    CertificateError,
    Error,
    LimitError,
    LoopError,
    ReadError,
    RefusedError,
    RulesError,
)
from ._display import Explanation
from ._laws import CountLaw, Law, Laws, Quotient, law
from ._limits import limits
from ._rules import Rules, rules
from ._ruleset import WIN, Ruleset, ruleset
from ._values import Infinite, Odds, Outcome

__version__ = "0.1.0"

__all__ = [
    "WIN",
    "Answer",
    "CertificateError",
    "CountLaw",
    "Error",
    "Explanation",
    "Game",
    "GameGraph",
    "Infinite",
    "Law",
    "Laws",
    "LimitError",
    "Limits",
    "LoopError",
    "Move",
    "NimSequence",
    "Nimber",
    "Odds",
    "Outcome",
    "Picture",
    "Position",
    "Quotient",
    "ReadError",
    "RefusedError",
    "Rules",
    "RulesError",
    "Ruleset",
    "Table",
    "game",
    "games",
    "law",
    "limits",
    "nimber",
    "odds",
    "parse",
    "quotient",
    "rules",
    "ruleset",
    "sequence",
    "survey",
    "table",
    "verify",
]


def _attribute(name: str) -> str:
    """The attribute of a game: grundy_game for grundy-game."""
    plain = name.replace("-", "_")
    return plain + "_" if keyword.iskeyword(plain) else plain


def __getattr__(name: str) -> Game:
    if name.startswith("_"):
        raise AttributeError(f"module 'grundy' has no attribute {name!r}")
    for known in _names():
        if _attribute(known) == name:
            found = globals()[name] = Game(known)
            return found
    told = _advice(name.replace("_", "-")) or "grundy.games() lists all games"
    told = told.replace("`grundy games`", "grundy.games()")
    raise AttributeError(f"module 'grundy' has no game {name!r}: {told}")


def __dir__() -> list[str]:
    return sorted({*__all__, *map(_attribute, _names())})


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext grundy``: the cell magic ``%%rules``."""
    from ._magic import register

    register(shell)
