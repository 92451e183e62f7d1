"""Rulesets written in Python."""

from __future__ import annotations

import inspect
import sys
import weakref
from collections.abc import Callable, Iterable
from typing import Any, overload

from ._core import Game, NimSequence, Position, RulesetHandle, Table


class _Win:
    """The move that wins at once, whatever else is on the table."""

    def __repr__(self) -> str:
        return "grundy.WIN"

    def __reduce__(self) -> str:
        return "WIN"


#: Among options: a move that wins the whole game at once.
WIN = _Win()

_KNOWN: weakref.WeakSet[Ruleset] = weakref.WeakSet()


def known_rulesets() -> list[Ruleset]:
    """The rulesets there are."""
    return list(_KNOWN)


class Ruleset:
    """Rules written in Python: a class with ``options``, or a function with ``@grundy.ruleset``.

    ``options(position)`` returns the positions that moves lead to, in a list or by ``yield``. A position
    is anything that can be hashed; ints and tuples of ints are fastest. An option in a *list* is a sum:
    ``[a, b]`` leaves two positions, ``[]`` nothing. ``grundy.WIN`` is a move that wins at once. A
    ``range`` is taken whole, which is fastest of all.

    >>> import grundy
    >>> class Kayles(grundy.Ruleset):
    ...     def options(self, n):
    ...         for taken in range(1, min(n, 2) + 1):
    ...             for left in range((n - taken) // 2 + 1):
    ...                 yield [left, n - taken - left]
    >>> kayles = Kayles()
    >>> [kayles(n).grundy for n in range(9)]
    [0, 1, 2, 3, 1, 4, 3, 2, 1]
    >>> (kayles(8) + grundy.nim(3)).winning_moves()[0].text
    '8 -> 0 + 6'
    """

    #: The name that positions are written with; the name of the class if it is empty.
    name: str = ""
    #: Whether play may go on for ever: then it is a draw.
    loopy: bool = False

    __handle: RulesetHandle | None = None

    def options(self, position: Any) -> Iterable[Any]:
        """The positions that moves from ``position`` lead to."""
        raise NotImplementedError("a ruleset says with options(position) what may be played")

    @property
    def _handle(self) -> RulesetHandle:
        if self.__handle is None:
            name = self.name or type(self).__name__
            told = inspect.cleandoc(type(self).__doc__ or "Written in Python.").split("\n\n")[0]
            self.__handle = RulesetHandle(name, told, self._call(), self._arguments(), self.loopy, WIN)
            _KNOWN.add(self)
        return self.__handle

    def _call(self) -> Callable[..., Iterable[Any]]:
        return self.options

    def _arguments(self) -> list[str] | None:
        return None

    def __call__(self, *position: Any) -> Position:
        """The position: one object, or several that make a tuple."""
        if not position:
            raise TypeError(f"{self.name or type(self).__name__}() needs a position")
        return self._place(position[0] if len(position) == 1 else position)

    def _place(self, position: Any) -> Position:
        return self._handle.place(position)

    @property
    def game(self) -> Game:
        """The ruleset as a game, with tables, sequences and laws."""
        return self._handle.game()

    def table(self, to: int | None = None, second: int | None = None, *, misere: bool = False, outcomes: bool = False) -> Table:
        """As ``Game.table``; positions are ints, or pairs if ``second`` is given."""
        return self.game.table(to, second, misere=misere, outcomes=outcomes)

    def sequence(self, to: int | None = None) -> NimSequence:
        """As ``Game.sequence``; positions are ints."""
        return self.game.sequence(to)

    def position(self, part: Position, number: int = 0) -> Any:
        """The object behind a part of a position; None if the part is not of these rules."""
        return self._handle.object(part, number)

    def __repr__(self) -> str:
        return f"<Ruleset {self.name or type(self).__name__}>"

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        state.pop("_Ruleset__handle", None)
        return state


class FunctionRuleset(Ruleset):
    """A ruleset made of a function; ``@grundy.ruleset`` makes it."""

    def __init__(self, function: Callable[..., Iterable[Any]], name: str | None, loopy: bool) -> None:
        self.function = function
        self.name = name or function.__name__
        self.loopy = loopy
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.__qualname__ = function.__qualname__

    def options(self, position: Any) -> Iterable[Any]:
        """What the function returns."""
        names = self._arguments()
        if names is not None and len(names) > 1 and isinstance(position, tuple):
            return self.function(*position)
        return self.function(position)

    def _call(self) -> Callable[..., Iterable[Any]]:
        return self.function

    def _arguments(self) -> list[str] | None:
        try:
            parameters = inspect.signature(self.function).parameters.values()
        except (TypeError, ValueError):
            return None
        plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        if any(parameter.kind not in plain for parameter in parameters):
            return None
        return [parameter.name for parameter in parameters if parameter.default is parameter.empty] or None

    def __reduce__(self) -> str | tuple[Any, ...]:
        found: Any = sys.modules.get(self.__module__)
        for name in self.__qualname__.split("."):
            found = getattr(found, name, None)
        if found is self:
            return str(self.__qualname__)
        return (FunctionRuleset, (self.function, self.name, self.loopy))


@overload
def ruleset(function: Callable[..., Iterable[Any]], /) -> FunctionRuleset: ...
@overload
def ruleset(
    *, name: str | None = None, loopy: bool = False
) -> Callable[[Callable[..., Iterable[Any]]], FunctionRuleset]: ...
def ruleset(
    function: Callable[..., Iterable[Any]] | None = None,
    /,
    *,
    name: str | None = None,
    loopy: bool = False,
) -> FunctionRuleset | Callable[[Callable[..., Iterable[Any]]], FunctionRuleset]:
    """A ruleset from a function of a position: one parameter, or several for a tuple.

    >>> import grundy
    >>> @grundy.ruleset
    ... def rook(a, b):
    ...     "A rook moves left or down."
    ...     yield from ((c, b) for c in range(a))
    ...     yield from ((a, c) for c in range(b))
    >>> rook(3, 5).grundy
    6
    >>> rook.table(2, 2)[1, 2]
    3
    >>> @grundy.ruleset(name="squares")
    ... def take_a_square(n):
    ...     return [n - k * k for k in range(1, n + 1) if k * k <= n]
    >>> print(take_a_square(50) + grundy.nim(2))
    squares(50) + nim(2)
    """
    if function is not None:
        return FunctionRuleset(function, name, loopy)
    return lambda function: FunctionRuleset(function, name, loopy)
