"""Progress of long work: a bar of tqdm where it is installed, else a line on standard error."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from typing import Any, Protocol


class Bar(Protocol):
    """Is told of progress; closed at the end."""

    def __call__(self, phase: str, done: int, total: int | None, unit: str) -> object: ...

    def close(self) -> object: ...


class _Tqdm:
    def __init__(self, make: Any) -> None:
        self._make = make
        self._bar: Any = None

    def __call__(self, phase: str, done: int, total: int | None, unit: str) -> None:
        if self._bar is None:
            self._bar = self._make(total=total, desc=phase, unit=f" {unit}", leave=False)
        elif phase != self._bar.desc.removesuffix(": "):
            # One bar for all phases: most of them are short.
            self._bar.reset(total)
            self._bar.set_description(phase)
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class _Text:
    """A line that is written over."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def __call__(self, phase: str, done: int, total: int | None, unit: str) -> None:
        of = "" if total is None else f" of {total}"
        self._write(f"{phase}: {done}{of} {unit}")

    def close(self) -> None:
        self._write("")


def _line() -> _Text:
    width = 0

    def write(text: str) -> None:
        nonlocal width
        sys.stderr.write("\r" + text.ljust(width) + ("" if text else "\r"))
        sys.stderr.flush()
        width = len(text)

    return _Text(write)


def _shown() -> _Text:
    """A line of a notebook."""
    display: Any = importlib.import_module("IPython.display")
    handle = display.display({"text/plain": ""}, raw=True, display_id=True)
    return _Text(lambda text: handle.update({"text/plain": text}, raw=True))


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    if shell is None:
        return False
    running = shell.get_ipython()
    return running is not None and hasattr(running, "kernel")


def bar() -> Bar | None:
    """A bar, or None where nobody would see it."""
    if _in_notebook():
        if importlib.util.find_spec("tqdm") and importlib.util.find_spec("ipywidgets"):
            return _Tqdm(importlib.import_module("tqdm.notebook").tqdm)
        return _shown()
    stderr = sys.stderr
    if stderr is None or not stderr.isatty():
        return None
    if importlib.util.find_spec("tqdm"):
        return _Tqdm(importlib.import_module("tqdm").tqdm)
    return _line()
