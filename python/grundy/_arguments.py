"""Python objects in the notation of positions: numbers, lists, graphs, words."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ._errors import RefusedError

#: What may be called by its name, and how its items are written.
LISTS = ("rows", "set", "edges", "arcs", "words")


def number(value: Any) -> str:
    """An int of any length."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"an int is expected here, not {value!r}")
    n = value.__index__()
    if n < 0:
        raise ValueError(f"{n} is negative: numbers count from 0")
    # Hexadecimal has no limit of digits in Python.
    return str(n) if n < 1 << 64 else hex(n)


def quoted(text: str) -> str:
    """A string in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def value(item: Any) -> str:
    """A number, a range, a quoted text or a list in brackets."""
    if isinstance(item, (str, os.PathLike)):
        return quoted(os.fspath(item))
    if isinstance(item, range):
        if item.step <= 0 or not len(item) or item[0] < 0:
            raise ValueError(f"{item}: a range of numbers goes upwards from 0 on and has an element")
        step = "" if item.step == 1 else f":{item.step}"
        return f"{item[0]}..{item[-1]}{step}"
    if isinstance(item, (list, tuple)):
        return "[" + ",".join(map(value, item)) + "]"
    return number(item)


def is_graph(item: Any) -> bool:
    """Whether it is a graph in the manner of networkx."""
    return hasattr(item, "edges") and hasattr(item, "nodes") and hasattr(item, "is_directed")


def _vertices(graph: Any) -> dict[Any, int]:
    """The number of each vertex: its own if all are ints, else by their order."""
    nodes = list(graph.nodes)
    if all(type(node) is int and 0 <= node < 2**32 - 1 for node in nodes):
        return {node: node for node in nodes}
    return {node: n for n, node in enumerate(nodes, 1)}


def _pairs(pairs: Iterable[Any], sign: str) -> str:
    return ",".join(f"{number(a)}{sign}{number(b)}" for a, b, *_ in pairs)


def _of_graph(game: str, graph: Any, at: Any, ground: Any) -> str:
    numbers = _vertices(graph)
    if ground is not None:
        if ground not in numbers:
            raise ValueError(f"ground={ground!r} is not a vertex of the graph")
        free = max(numbers.values(), default=0) + 1
        numbers = {node: free if n == 0 else n for node, n in numbers.items()}
        numbers[ground] = 0
    edges = [(numbers[edge[0]], numbers[edge[1]]) for edge in graph.edges()]
    sign, word = (">", "arcs") if graph.is_directed() else ("-", "edges")
    if at is not None:
        several = isinstance(at, list) or isinstance(at, tuple) and at not in numbers
        at = [numbers[node] for node in at] if several else [numbers[at]]
    if not edges:
        raise RefusedError(f"a graph without edges is not a position of {game}")
    return f"{word}({_pairs(edges, sign)}{_tail(at)})"


def _tail(at: Any) -> str:
    if at is None:
        return ""
    items = at if isinstance(at, (list, tuple)) else [at]
    return "; " + ",".join(map(value, items))


def arguments(game: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> str:
    """What stands in the parentheses of a position."""
    rest = dict(kwargs)
    at, ground = rest.pop("at", None), rest.pop("ground", None)
    if len(args) == 1 and is_graph(args[0]):
        if rest:
            raise TypeError(f"{game}() takes a graph alone, with at= and ground=")
        return _of_graph(game, args[0], at, ground)
    if ground is not None:
        raise TypeError("ground= goes with a graph of networkx; in edges=[...] the ground is 0")
    inside = [value(item) for item in args]
    for name, items in rest.items():
        if name in LISTS:
            if name in ("edges", "arcs"):
                text = _pairs(items, "-" if name == "edges" else ">")
            else:
                text = ",".join(map(value, items))
            inside.append(f"{name}({text}{_tail(at)})")
            at = None
        else:
            inside.append(f"{name}={value(items)}")
    return ", ".join(inside) + _tail(at)


def parameters(params: Any) -> str:
    """What stands in the square brackets of a game."""
    items = params if isinstance(params, (tuple, list, set, frozenset)) else (params,)
    ordered = sorted(items) if isinstance(items, (set, frozenset)) else items
    return ",".join(item if isinstance(item, str) else value(item) for item in ordered)
