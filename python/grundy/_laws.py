"""Laws and misère quotients as objects of Python."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from . import _display
from ._core import CodeQuotientHandle, Game, LawReport
from ._errors import RefusedError
from ._values import Outcome


@dataclass(frozen=True)
class Law:
    """One law: what it says and how far it can be trusted."""

    kind: str
    status: str
    """"proved" for all sizes, "checked" in a table from the rules, "observed" in numbers."""
    formula: str
    sentence: str
    checked_to: tuple[int, ...] | None = None
    exceptions: tuple[tuple[tuple[int, ...], int], ...] = ()
    theorem: str | None = None
    numeration: str | None = None
    states: int | None = None
    evidence: float | None = None

    @property
    def proved(self) -> bool:
        """Whether it is a theorem."""
        return self.status == "proved"

    def __str__(self) -> str:
        return f"{self.status}: {self.formula}"


@dataclass(frozen=True)
class At:
    """What a law tells of a position."""

    position: tuple[int, ...]
    outcome: Outcome | None
    grundy: int | None
    moves: tuple[tuple[str, str | None], ...] = ()
    status: str | None = None
    """"proved", or "checked" where the law is not proved."""


def _law(found: dict[str, Any]) -> Law:
    exceptions = tuple((tuple(e["at"]), e["found"]) for e in found.pop("exceptions"))
    checked = found.pop("checked_to")
    return Law(checked_to=None if checked is None else tuple(checked), exceptions=exceptions, **found)


def _at(found: dict[str, Any]) -> At:
    outcome, value = found["outcome"], found["grundy"]
    return At(
        tuple(map(int, found["position"])),
        None if outcome is None else Outcome(outcome),
        None if value is None else int(value),
        tuple((step["text"], step["to"]) for step in found["moves"]),
        found["status"],
    )


class Laws(Sequence[Law]):
    """The laws of a game or of numbers, the best first; empty where none is claimed.

    >>> import grundy
    >>> laws = grundy.law([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0])
    >>> laws[0].formula
    'f(n) = n mod 3'
    """

    def __init__(self, report: LawReport) -> None:
        self._report = report
        found = json.loads(report.json())
        self.game: str | None = found["game"]
        self.misere: bool = found["play"] == "misere"
        self._laws = tuple(map(_law, found["laws"]))
        self.at: tuple[At, ...] = tuple(map(_at, found["at"]))

    @overload
    def __getitem__(self, index: int) -> Law: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Law]: ...
    def __getitem__(self, index: int | slice) -> Law | Sequence[Law]:
        return self._laws[index]

    def __len__(self) -> int:
        return len(self._laws)

    def __iter__(self) -> Iterator[Law]:
        return iter(self._laws)

    @property
    def remarks(self) -> list[str]:
        """What else there is to say: why nothing is proved."""
        return self._report.remarks

    @property
    def proved(self) -> bool:
        """Whether the best law is a theorem."""
        return bool(self._laws) and self._laws[0].proved

    def code(self, lang: str = "python", *, unproved: bool = False) -> str:
        """The proved law as a function in "python", "cpp", "rust" or "java".

        With ``unproved`` a law that is checked in a table is good enough; of numbers it always is.
        """
        return self._report.code(lang, unproved)

    def function(self, *, unproved: bool = False) -> Callable[..., int]:
        """The proved law as a function of Python: a value, or whether a position is P.

        With ``unproved`` a law that is checked in a table is good enough; of numbers it always is.

        >>> import grundy
        >>> is_p = grundy.wythoff.law().function()
        >>> is_p(3, 5), is_p(3, 6)
        (True, False)
        """
        names: dict[str, Any] = {}
        exec(compile(self.code("python", unproved=unproved), "<law>", "exec"), names)
        found = [made for name, made in names.items() if callable(made) and not name.startswith("_")]
        function: Callable[..., int] = found[-1]
        return function

    def certificate(self, path: str | os.PathLike[str] | None = None) -> str:
        """The certificate of the proof; written to a file if one is named."""
        return self._report.certificate(path)

    def __str__(self) -> str:
        return str(self._report)

    def __repr__(self) -> str:
        best = f"; the best: {self._laws[0]}" if self._laws else ""
        return f"<Laws of {self.game or 'numbers'}: {len(self)}{best}>"

    def _repr_html_(self) -> str:
        head = ["status", "law", "in words", "why"]
        rows = [[law.status, law.formula, law.sentence, law.theorem or ""] for law in self]
        return _display.table(head, rows) if rows else _display.folded(str(self))


def law(
    what: Any,
    *,
    first: int | Sequence[int] = 0,
    positions: bool = False,
    bound: int | None = None,
    **asked: Any,
) -> Laws:
    """The laws of a game (a ``Game`` or its name), of numbers, or of a list of P-positions.

    Numbers are a sequence, a table (rows of the same length) or an array; ``first`` is the first
    argument. With ``positions`` they are all P-positions up to ``bound``.

    >>> import grundy
    >>> grundy.law("subtraction[1,2,3]")[0].proved
    True
    """
    if isinstance(what, str):
        what = Game(what)
    if isinstance(what, Game):
        found: Laws = what.law(**asked)
        return found
    game = getattr(what, "game", None)
    if isinstance(game, Game):
        return law(game, **asked)
    if asked:
        raise TypeError(f"numbers have no {', '.join(asked)}")
    if positions:
        return Laws(LawReport.of_positions([[int(n) for n in row] for row in what], bound))
    numbers = what.tolist() if hasattr(what, "tolist") else [*what]
    values, sizes = _flat(numbers)
    starts = [first] * len(sizes) if isinstance(first, int) else [*first]
    if isinstance(first, int) and hasattr(what, "start") and hasattr(what, "shape"):
        starts = [*what.start]
    return Laws(LawReport.of_numbers(values, sizes, starts))


def _flat(numbers: Any) -> tuple[list[int], list[int]]:
    if not numbers or not isinstance(numbers[0], (list, tuple)):
        return [n.__index__() for n in numbers], [len(numbers)]
    rows = [_flat(row) for row in numbers]
    sizes = rows[0][1]
    if any(row[1] != sizes for row in rows):
        raise ValueError("the rows of a table have the same length")
    return [n for row in rows for n in row[0]], [len(rows), *sizes]


class CountLaw:
    """Which sums of the first heaps of a code are P in misère play, told by the counts of the heaps."""

    heap: int
    infinite: bool
    counts: list[dict[str, Any]]
    form_threshold: int | None
    form_period: int | None

    def __init__(self, facts: str, text: str, certificate: str | None) -> None:
        self.facts: dict[str, Any] = json.loads(facts)
        for name in ("heap", "infinite", "counts", "form_threshold", "form_period"):
            setattr(self, name, self.facts[name])
        self._text = text
        self._certificate = certificate

    def certificate(self, path: str | os.PathLike[str] | None = None) -> str:
        """The certificate; written to a file if one is named."""
        if self._certificate is None:
            raise RefusedError(
                "certificates are written of codes with bounded takes that leave two heaps at most"
            )
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(self._certificate)
        return self._certificate

    def __str__(self) -> str:
        return self._text.rstrip()

    def __repr__(self) -> str:
        told = "infinite" if self.infinite else "finite or not known to be infinite"
        return f"<CountLaw of the heaps up to {self.heap}: quotient {told}>"


class Quotient:
    """A misère quotient.

    >>> import grundy
    >>> q = grundy.quotient("0.123")
    >>> q.order, q.period, q.proved
    (20, 5, True)
    """

    code: str
    order: int
    preperiod: int | None
    period: int | None
    proved: bool
    tame: bool
    heaps: int | None
    elements: list[str]
    p_portion: list[str]
    generators: list[dict[str, Any]]

    def __init__(self, handle: CodeQuotientHandle) -> None:
        self._handle = handle
        self.facts: dict[str, Any] = json.loads(handle.json())
        for name in ("code", "order", "preperiod", "period", "proved", "tame", "heaps"):
            setattr(self, name, self.facts[name])
        for name in ("elements", "p_portion", "generators"):
            setattr(self, name, self.facts[name])

    @property
    def halted(self) -> str | None:
        """Why the search ended before a period, if a limit ended it."""
        return self._handle.halted

    def certificate(self, path: str | os.PathLike[str] | None = None) -> str:
        """The certificate; written to a file if one is named."""
        return self._handle.certificate(path)

    def law(self, heap: int | None = None) -> CountLaw | None:
        """The law of outcomes by the counts of the heaps up to ``heap``, also where their quotient is infinite.

        Without ``heap`` the first heap is meant that the quotient does not reach. ``None`` says that no law was found.

        >>> import grundy
        >>> law = grundy.quotient("0.3141", to=4).law()
        >>> law.heap, law.infinite
        (5, True)
        """
        found = self._handle.law(heap)
        return None if found is None else CountLaw(*found)

    def __len__(self) -> int:
        return self.order

    def __str__(self) -> str:
        return str(self._handle)

    def __repr__(self) -> str:
        told = "proved for all heaps" if self.proved else f"up to heap {self.heaps}"
        return f"<Quotient of {self.code}: {self.order} elements, {told}>"

    def _repr_html_(self) -> str:
        return _display.folded(str(self), 4)
