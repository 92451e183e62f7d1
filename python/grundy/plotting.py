"""Plots with matplotlib, for those who want to add to them; notebooks draw tables by themselves.

>>> import grundy
>>> from grundy import plotting
>>> ax = plotting.heat_map(grundy.wythoff.table(20))      # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

from ._core import NimSequence, Table


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install matplotlib") from error
    return pyplot.subplots()[1]


def heat_map(table: Table, ax: Any = None, **options: Any) -> Any:
    """A table of two arguments as an image; options go to ``imshow``. Returns the axes."""
    if len(table.shape) != 2:
        raise ValueError("a heat map shows a table of two arguments: curve() shows one")
    entries = table.numpy()
    if table.content == "outcome":
        entries = entries == "P"
    ax = _axes(ax)
    (top, left), (rows, columns) = table.start, table.shape
    extent = (left - 0.5, left + columns - 0.5, top - 0.5, top + rows - 0.5)
    image = ax.imshow(entries, origin="lower", extent=extent, **options)
    ax.set_ylabel(table.arguments[0])
    ax.set_xlabel(table.arguments[1])
    ax.set_title(f"{table.game}: {table.content}")
    if table.content == "grundy":
        ax.figure.colorbar(image, ax=ax)
    return ax


def curve(values: Table | NimSequence, ax: Any = None, **options: Any) -> Any:
    """A nim-sequence, or a table of one argument, as dots; options go to ``plot``. Returns the axes."""
    if isinstance(values, Table) and len(values.shape) != 1:
        raise ValueError("a curve shows one argument: heat_map() shows two")
    entries = values.numpy()
    first = values.start[0] if isinstance(values, Table) else values.start
    ax = _axes(ax)
    options.setdefault("marker", ".")
    options.setdefault("linestyle", "none")
    ax.plot(range(first, first + len(entries)), entries, **options)
    ax.set_xlabel("n")
    ax.set_ylabel("grundy")
    ax.set_title(values.game)
    return ax
