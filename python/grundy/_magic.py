"""The cell magic ``%%rules NAME``: the cell is a text of rules, NAME becomes its games."""

from __future__ import annotations

from typing import Any

from ._rules import Rules


def register(shell: Any) -> None:
    """Gives a shell the magic."""

    def rules(line: str, cell: str) -> Rules:
        """%%rules [NAME]: reads the cell as rules and binds NAME (or the games themselves)."""
        found = Rules(cell)
        name = line.strip()
        if name and not name.isidentifier():
            raise ValueError(f"%%rules {name}: {name} is not a name of Python")
        shell.push({name: found} if name else {game: found[game] for game in found})
        return found

    shell.register_magic_function(rules, magic_kind="cell", magic_name="rules")
