"""Tables and sequences as arrays of numpy and frames of pandas; neither is needed for anything else."""

from __future__ import annotations

from typing import Any


def array(values: Any) -> Any:
    """An array that looks at the numbers where they are."""
    try:
        import numpy
    except ImportError as error:
        raise ImportError("numpy() needs numpy: pip install numpy") from error
    if hasattr(values, "__array_interface__"):
        return numpy.asarray(values)
    found = numpy.empty(values.shape, dtype=object)
    for place, row in enumerate(values):
        found[place] = row
    return found


def frame(table: Any) -> Any:
    """A DataFrame with the arguments as index and, for two of them, as columns."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_pandas() needs pandas: pip install pandas") from error
    names, entries = table.arguments, array(table)
    axes = [
        pandas.RangeIndex(first, first + size, name=name)
        for first, size, name in zip(table.start, table.shape, names)
    ]
    if len(axes) == 1:
        return pandas.DataFrame({table.content: entries}, index=axes[0])
    return pandas.DataFrame(entries, index=axes[0], columns=axes[1])
