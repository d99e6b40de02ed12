"""The command line again, from what was parsed: for submission.json, and to go on with."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
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
    values = ctx.params | changes
    words = ["digesta-generate", str(ctx.info_name)]
    for param in ctx.command.params:
        value = values.get(str(param.name))
        if value not in (None, False, (), []) and value != param.get_default(ctx):
            words += _words(param, value)
    return shlex.join(words)


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
