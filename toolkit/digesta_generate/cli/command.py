"""The command line again, from what was parsed: for submission.json, and to go on with."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import typer

ABSENT_FROM_CARD = ("root", "dry_run", "partial", "max_cost", "max_tokens_total", "max_minutes")
"""What does not make other answers: where the workspace lies, when to stop."""


def parsed(ctx: typer.Context) -> dict[str, Any]:
    """Give what was parsed, by parameter name: ``root`` a path, choices plain texts."""
    plain = {name: one.value if isinstance(one, Enum) else one for name, one in ctx.params.items()}
    return plain | {"root": Path(ctx.params["root"])}


def command_line(ctx: typer.Context, **changes: Any) -> str:
    """Give the command with every option that differs from its default, quoted for a shell.

    changes: by parameter name, another value than was given; None: left out. It holds no key:
    a key comes from the environment alone, and a base URL that could hold one is refused.
    """
    words = words_of(ctx.command, ctx, ctx.params | changes)
    return shlex.join(["digesta-generate", str(ctx.info_name), *words])


def words_of(command: Any, ctx: typer.Context, values: Mapping[str, Any]) -> Iterator[str]:
    """Yield a command's options that differ from their defaults. values: by parameter name."""
    for param in command.params:
        value = values.get(str(param.name))
        # Not by equality alone: 0 equals False, and is a value that somebody typed.
        given = value is not None and value is not False and value not in ((), [])
        if given and value != param.get_default(ctx):
            yield from _words(param, value)


def _words(param: Any, value: Any) -> Iterator[str]:
    option = next((one for one in param.opts if one.startswith("--")), None)
    for one in value if isinstance(value, list | tuple) else [value]:
        if option is not None:
            yield option
        if one is not True:
            yield _text(one)


def _text(value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    return value.as_posix() if isinstance(value, Path) else str(value)
