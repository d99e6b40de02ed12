"""Groups of commands: a file of commands is imported, and a command made, when it is called.

Help needs the files, and of each command its name and its docstring alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, MutableMapping
from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command
from typer.models import CommandInfo

FILES = (
    *("submitter", "maintainer", "verifier", "registrar", "editor"),
    *("signer", "receiver", "holdout", "publisher", "owner"),
)
"""One for each person, in the order of the help. Each adds its commands as it is imported."""

WHOLE = "digesta"
"""The name of the group that holds all others."""

GROUPS: dict[str, typer.Typer] = {}
"""Each group by its name."""

_OTHERS = "Other benchmarks' files"
"""The title of commands that another package adds."""


class Commands(MutableMapping[str, Any]):
    """The commands of a group by name, the groups in it last: each is made when it is asked for.

    group: where they are registered. made: those that there are already.
    """

    def __init__(self, group: typer.Typer, made: MutableMapping[str, Any]) -> None:
        self._group, self._made = group, made
        self._inner = [name for name, inner in made.items() if isinstance(inner, TyperGroup)]

    @property
    def infos(self) -> dict[str, CommandInfo]:
        """What is known of each command whose file was imported, by name."""
        return {_name_of(info): info for info in self._group.registered_commands}

    def __getitem__(self, name: str) -> Any:
        """Return a command; files are imported in their order, until one has it."""
        if name not in self._made:
            info = next((infos[name] for infos in self._infos_by_file() if name in infos), None)
            if info is None:
                raise KeyError(name)
            self._made[name] = _command_of(info)
        return self._made[name]

    def _infos_by_file(self) -> Iterator[dict[str, CommandInfo]]:
        yield self.infos
        for _ in _imports():
            yield self.infos

    def lines(self) -> Iterator[tuple[str, Any]]:
        """Yield every command by name: a group itself, of any other what a line of help needs."""
        for name in self:
            yield name, self._made[name] if name in self._inner else _line_of(self.infos[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def _names(self) -> tuple[str, ...]:
        for _ in _imports():
            pass
        return (*self.infos, *self._inner)

    def __setitem__(self, name: str, command: Any) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        del self._made[name]


class Group(TyperGroup):
    """A group that makes a command when it is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = Commands(GROUPS[self.name or WHOLE], self.commands)

    def list_commands(self, _ctx: Any) -> list[str]:
        """Return the names; no command is made."""
        return [*self.commands]


class GroupByPerson(Group):
    """A group whose help lists its commands by the person who types them."""

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """Write a section for each person, with a line for each command."""
        lines = dict(self.commands.lines())
        limit = formatter.width - 6 - max(map(len, lines))
        sections: dict[str, list[tuple[str, str]]] = {}
        for name, line in lines.items():
            title = getattr(line, "rich_help_panel", None) or _OTHERS
            sections.setdefault(title, []).append((name, line.get_short_help_str(limit)))
        for title, section in sections.items():
            with formatter.section(title):
                formatter.write_dl(section)


def _imports() -> Iterator[None]:
    """Import the files of commands one by one, then what other packages add."""
    for name in FILES:
        import_module(f"digesta.cli.{name}")
        yield
    _import_others()
    yield


@cache
def _import_others() -> None:
    from digesta.registry import entry_points_in

    for point in entry_points_in("digesta.commands"):
        # What another package names takes the application and adds its commands to it.
        point.load()(GROUPS[WHOLE])


def _name_of(info: CommandInfo) -> str:
    return info.name or getattr(info.callback, "__name__", "").lower().replace("_", "-")


def _command_of(info: CommandInfo) -> Any:
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    alone.registered_commands.append(info)
    return get_command(alone)


def _line_of(info: CommandInfo) -> TyperCommand:
    text = inspect.getdoc(info.callback)
    return TyperCommand(name=info.name, help=text, rich_help_panel=info.rich_help_panel)
