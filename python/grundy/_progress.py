"""Progress of long work: a bar of tqdm where it is installed, else a line on standard error."""

from __future__ import annotations

import sys
from typing import Any, Protocol


class Bar(Protocol):
    """Is told of progress; closed at the end."""

    def __call__(self, phase: str, done: int, total: int | None, unit: str) -> object: ...

    def close(self) -> object: ...


class _Tqdm:
    def __init__(self, make: Any) -> None:
        self._make = make
        self._bar: Any = None
        self._phase = ""

    def __call__(self, phase: str, done: int, total: int | None, unit: str) -> None:
        if self._bar is None or phase != self._phase:
            self.close()
            self._phase = phase
            self._bar = self._make(total=total, desc=phase, unit=f" {unit}", leave=False)
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class _Line:
    def __init__(self) -> None:
        self._width = 0

    def __call__(self, phase: str, done: int, total: int | None, unit: str) -> None:
        of = "" if total is None else f" of {total}"
        text = f"{phase}: {done}{of} {unit}"
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    if shell is None:
        return False
    running = shell.get_ipython()
    return running is not None and hasattr(running, "kernel")


def bar() -> Bar | None:
    """A bar, or None where nobody would see it."""
    stderr = sys.stderr
    if not _in_notebook() and (stderr is None or not stderr.isatty()):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line()
    return _Tqdm(tqdm)
