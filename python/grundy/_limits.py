"""Limits of questions, for a block of code."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Callable, Iterator

from ._core import Limits

CURRENT: contextvars.ContextVar[Limits | None] = contextvars.ContextVar("grundy.limits", default=None)


@contextlib.contextmanager
def limits(
    *,
    positions: int | None = None,
    value_positions: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int | None = None,
    progress: bool | Callable[[str, int, int | None, str], object] | None = None,
) -> Iterator[Limits]:
    """Limits of every question inside the block, in this thread (or task).

    ``positions`` stored by one search (20 million if left out), ``memory`` in bytes (4 GiB), ``time`` in
    seconds (no limit), ``threads`` (1). ``progress`` is False for none, True for a bar where there is a
    terminal or a notebook (what happens if it is left out), or a callable that is told
    ``(phase, done, total, unit)``.

    >>> import grundy
    >>> with grundy.limits(positions=1000, value_positions=1000):
    ...     grundy.parse("cram(7,7)").grundy
    Traceback (most recent call last):
    ...
    grundy._errors.LimitError: ...
    """
    chosen = Limits(
        positions=positions,
        value_positions=value_positions,
        memory=memory,
        time=time,
        threads=threads,
        progress=progress,
    )
    token = CURRENT.set(chosen)
    Limits.entered(True)
    try:
        yield chosen
    finally:
        Limits.entered(False)
        CURRENT.reset(token)
