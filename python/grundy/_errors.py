"""Exceptions: each says what is wrong, where, and what to do."""

from __future__ import annotations


class Error(Exception):
    """Everything that grundy raises on its own."""


class ReadError(Error, ValueError):
    """A text was not understood, or names a position that does not exist.

    ``source[start:end]`` is the place; ``reason`` and ``help`` are the parts of the message.
    """

    kind: str = "parse"
    reason: str = ""
    help: str | None = None
    source: str = ""
    start: int | None = None
    end: int | None = None


class RefusedError(Error, ValueError):
    """The question has no exact answer here, whatever the limits."""


class LimitError(Error):
    """A limit was reached; ``kind`` says which: positions, value_positions, memory, time, moves, or
    fixed, a bound of the program that no argument raises."""

    kind: str = "positions"


class LoopError(Error, ValueError):
    """Play can go round in a circle: ``cycle`` has the positions of one."""

    cycle: tuple[str, ...] = ()


class RulesError(Error, ValueError):
    """Rules are wrong: their text, or what a ruleset written in Python returned."""


class CertificateError(Error, ValueError):
    """A certificate is false, or is none."""
