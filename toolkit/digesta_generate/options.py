"""Options as values: one frozen dataclass a command, whose fields carry the command's help.

The command line is made from the dataclass (``cli/command.py``), and ``words`` makes the command
line again from a value: for ``submission.json``, and to say how a stopped command goes on. A
field is named as its option is; its annotation holds a ``typer.Option`` or ``typer.Argument``.
"""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, Field, dataclass, fields, replace
from inspect import get_annotations
from pathlib import Path
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    get_args,
    get_type_hints,
)

import typer

from digesta.errors import InputError, UsageError

O = TypeVar("O", bound="Options")  # noqa: E741 - the one type variable of this module

_OPTION = re.compile(r"(?<![\w-])(?:--[a-z0-9-]+|-m)(?![\w-])")


class Described(NamedTuple):
    """One field: its name, the type of its value, how the command line shows it, its default."""

    name: str
    kind: Any
    info: Any
    default: Any

    @property
    def option(self) -> str | None:
        """The long name of the option; None for an argument, which has no name."""
        if isinstance(self.info, typer.models.ArgumentInfo):
            return None
        named = (one for one in (self.info.default, *(self.info.param_decls or ())) if one)
        long = (one for one in named if isinstance(one, str) and one.startswith("--"))
        return next(long, f"--{self.name.replace('_', '-')}")


@dataclass(frozen=True, kw_only=True)
class Options:
    """What one command was told. command: its name."""

    command: ClassVar[str]

    def words(self) -> Iterator[str]:
        """Yield the words that a shell would need to say this: what differs from the defaults."""
        for field in described(type(self)):
            value = getattr(self, field.name)
            # Not by equality alone: 0 equals False, and is a value that somebody typed.
            if value is None or value is False or value in ((), field.default):
                continue
            for one in value if isinstance(value, tuple) else (value,):
                yield from () if field.option is None else (field.option,)
                if one is not True:
                    yield one.as_posix() if isinstance(one, Path) else str(one)

    def line(self, **changes: Any) -> str:
        """Return the command line, quoted for a shell. changes: values other than these.

        It holds no key: a key comes from the environment alone, and a URL that could hold one is
        refused.
        """
        changed = replace(self, **changes) if changes else self
        return shlex.join(["digesta-generate", *self.command.split(), *changed.words()])

    def without(self, *names: str) -> Self:
        """Return these options with the defaults of some; what has none, or is none, stays."""
        defaults = {one.name: one.default for one in fields(self) if one.default is not MISSING}
        return replace(self, **{name: defaults[name] for name in names if name in defaults})


def described(options: type[Options]) -> list[Described]:
    """Return the fields of a command's options: its own first, then those that it shares."""
    hints = get_type_hints(options, include_extras=True)
    known = {one.name: one for one in fields(options)}
    own = [name for cls in options.__mro__ for name in get_annotations(cls)]
    return [_described(known[name], hints[name]) for name in dict.fromkeys(own) if name in known]


def _described(field: Field[Any], hint: Any) -> Described:
    kind, info, *_ = get_args(hint)
    return Described(field.name, kind, info, ... if field.default is MISSING else field.default)


def part_of(kind: type[O], options: Options, **more: Any) -> O:
    """Return another command's options with the values that these have. more: other values."""
    names = {one.name for one in fields(kind)} & {one.name for one in fields(options)}
    return kind(**{name: getattr(options, name) for name in names} | more)


@contextmanager
def named_as(names: Mapping[str, str]) -> Iterator[None]:
    """For the block, call the options in a refusal by the names that this command has for them.

    What asks an endpoint speaks of --base-url, which may be one of several in a command.
    """

    def named(text: str) -> str:
        return _OPTION.sub(lambda found: names.get(found[0], found[0]), text)

    try:
        yield
    except UsageError as error:
        raise UsageError(named(str(error))) from None
    except InputError as error:
        problems = [replace(one, fix=named(one.fix)) for one in error.problems]
        raise type(error)(problems, error.total) from None


def finite(value: float | None) -> float | None:
    """Return a number, or refuse one that is none or endless."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter("a finite number is expected")
    return value


# What several commands share -------------------------------------------------------------------

Help, Argument = typer.Option, typer.Argument
ENDPOINT, DECODING, BUDGET = "Endpoint", "Decoding", "Budget"
PASSAGES, TRIAL, RECORD, WORKSPACE = "Passages", "Trial", "Record", "Workspace"
SEARCH, JUDGE = "Search", "Judge"

Release = Annotated[
    str | None, Help("--release", "-r", help="Release id or folder; the newest if left out.")
]
Root = Annotated[Path, Help(help="The workspace's folder.", rich_help_panel=WORKSPACE)]
Loopback = Annotated[
    bool,
    Help(help="The endpoint is on this machine; http is fine then.", rich_help_panel=ENDPOINT),
]
KeyEnv = Annotated[
    str | None,
    Help(
        help="NAME of the variable that holds the key; for api.openai.com OPENAI_API_KEY, for "
        "OpenRouter OPENROUTER_API_KEY, with --loopback none. Never the key itself.",
        rich_help_panel=ENDPOINT,
    ),
]
BaseUrl = Annotated[str | None, Help(help="OpenAI-compatible endpoint: https://host/v1")]
Local = Annotated[str | None, Help(help="Instead: a model on this machine, such as smollm2.")]
Organization = Annotated[str | None, Help(help="Who sends it in.")]
LimitKey = Literal["max_tokens", "max_completion_tokens"]
Condition = Literal["closed_book", "retrieval", "gold_injected"]
Splits = Literal["public", "all"]

ConditionOption = Annotated[
    Condition, Help(help="The prompt alone, with what was found, or with the right passages.")
]
SplitOption = Annotated[
    Splits, Help(help="Whose questions: all, or those with open truths (public).")
]
Partial = Annotated[
    bool, Help(help="Write what there is, also when it is not all.", rich_help_panel=TRIAL)
]


@dataclass(frozen=True, kw_only=True)
class Place(Options):
    """Where the workspace lies, and which release is meant."""

    release: Release = None
    root: Root = Path()


@dataclass(frozen=True, kw_only=True)
class Patient(Options):
    """How long and how often an endpoint is tried."""

    timeout: Annotated[
        float,
        Help(
            min=0.1,
            max=86_400,
            callback=finite,
            help="Seconds for one whole reply.",
            rich_help_panel=ENDPOINT,
        ),
    ] = 120.0
    retries: Annotated[
        int,
        Help(
            min=0,
            max=20,
            help="Further tries after 429, 5xx, time-outs.",
            rich_help_panel=ENDPOINT,
        ),
    ] = 5
    backoff: Annotated[
        float,
        Help(
            min=0.0,
            callback=finite,
            help="Seconds before the first of them; doubles.",
            rich_help_panel=ENDPOINT,
        ),
    ] = 1.0


@dataclass(frozen=True, kw_only=True)
class Reached(Patient):
    """How a model's endpoint is reached."""

    base_url: BaseUrl = None
    key_env: KeyEnv = None
    loopback: Loopback = False
    concurrency: Annotated[
        int,
        Help(
            "--concurrency",
            "-c",
            min=1,
            max=256,
            help="Requests at once.",
            rich_help_panel=ENDPOINT,
        ),
    ] = 4
