"""What notebooks show: answers that fold, cards of games."""

from __future__ import annotations

import html
from typing import Any


#: Columns stand below each other.
STYLE = "font-family:monospace;white-space:pre"


class Explanation(str):
    """A text of several lines; notebooks show its first ones and unfold the others."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return folded(self)


def folded(text: str, shown: int = 3) -> str:
    """The first lines of a text, and the others behind a click."""
    lines = html.escape(text).splitlines()
    head, rest = "\n".join(lines[:shown]), "\n".join(lines[shown:])
    if not rest.strip():
        return f"<pre style='{STYLE}'>{head}</pre>"
    return (
        f"<pre style='{STYLE};margin-bottom:0'>{head}</pre>"
        f"<details><summary>more</summary><pre style='{STYLE};margin-top:0'>{rest}</pre></details>"
    )


def card(game: Any) -> str:
    """The catalogue's entry of a game."""
    rows = [
        ("position", game.position),
        ("rules", game.rules),
        ("theorem", game.theorem),
        ("source", game.source),
        ("cost", game.cost),
    ]
    cells = "".join(
        f"<tr><th style='text-align:left;vertical-align:top'>{name}</th>"
        f"<td style='text-align:left'>{html.escape(text)}</td></tr>"
        for name, text in rows
        if text
    )
    return f"<b>{html.escape(game.name)}</b><table>{cells}</table>"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in HTML."""
    def row(cells: list[str], tag: str) -> str:
        return "".join(f"<{tag} style='text-align:left'>{html.escape(cell)}</{tag}>" for cell in cells)

    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in rows)
    return f"<table><tr>{row(head, 'th')}</tr>{body}</table>"
