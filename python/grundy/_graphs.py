"""Game graphs for networkx."""

from __future__ import annotations

from typing import Any


def to_networkx(graph: Any) -> Any:
    """A DiGraph: nodes are positions as text, with outcome, grundy, mex_set and height."""
    try:
        import networkx
    except ImportError as error:
        raise ImportError("to_networkx() needs networkx: pip install networkx") from error
    made = networkx.DiGraph()
    names = graph.positions
    for node in graph.nodes():
        made.add_node(node.pop("position"), **node)
    for edge in graph.edges():
        target = "win" if edge["target"] is None else names[edge["target"]]
        made.add_edge(names[edge["source"]], target, moves=edge["moves"], winning=edge["winning"])
    return made
