"""Options as values: one frozen dataclass a command, whose fields carry the command's help.

The command line is made from the dataclass (``cli/command.py``), and ``words`` makes the command
line again from a value: for ``submission.json``, and to say how a stopped command goes on. A
field has the name of its option; its annotation holds a ``typer.Option`` or ``typer.Argument``.
"""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, Field, dataclass, field, fields, replace
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
    get_origin,
    get_type_hints,
)

import typer

from digesta.errors import InputError, UsageError
from digesta.package_files import json_file
from digesta.workspace import nearest_workspace

T = TypeVar("T")
O = TypeVar("O", bound="Options")  # noqa: E741 - the one type variable of this module

_OPTION = re.compile(r"(?<![\w-])(?:--[a-z0-9-]+|-m)(?![\w-])")

HIDDEN = "[key]"
"""What records and messages have in place of a key."""
_KEY_VARIABLE = '"${KEY:?set it to the hidden part of the URL}"'

_OPEN = frozenset(json_file(__package__, "path_parts.json"))
_OPEN_PART = re.compile(r"v[0-9]{1,2}((alpha|beta|preview)[0-9]{0,2})?|[0-9]{1,2}|", re.ASCII)


def hidden_parts(url: str) -> list[str]:
    """Return the parts of a URL's path that may be a key: all that APIs do not share."""
    parts = url.split("/")[3:] if url.startswith(("http://", "https://")) else []
    return [part for part in parts if part not in _OPEN and not _OPEN_PART.fullmatch(part)]


def recorded_url(url: str) -> str:
    """Return a URL without keys, for files and messages.

    >>> recorded_url("https://gateway.example/k-0123456789/openai/v1")
    'https://gateway.example/[key]/openai/v1'
    """
    hidden = hidden_parts(url)
    host, parts = url.split("/")[:3], url.split("/")[3:]
    return "/".join([*host, *(HIDDEN if part in hidden else part for part in parts)])


class OptionField(NamedTuple):
    """One field: its type, default, group in the help, and option; None for an argument."""

    name: str
    kind: Any
    info: Any
    default: Any
    group: str
    option: str | None


def option(
    default: T, about: str, letter: str = "", *, name: str = "", shown: bool = False, **more: Any
) -> T:
    """Return a field that is an option. about: its help.

    more: further arguments of ``typer.Option``. name: the option's, if it differs from the field's.
    shown: whether --help lists it although it omits the group.
    """
    info = typer.Option(*filter(None, [letter]), help=about, **more)
    value: T = field(default=default, metadata={"info": info, "shown": shown, "name": name})
    return value


def flag(about: str) -> bool:
    """Return a field that is an option without a value; false by default."""
    return option(False, about)  # noqa: FBT003 - the one place that does so


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of one command. command: its name. group: title of the class's own fields."""

    command: ClassVar[str]
    group: ClassVar[str] = ""

    def words(self) -> Iterator[str]:
        """Yield the words of the command line: the options that differ from their defaults."""
        for known in option_fields(type(self)):
            value = getattr(self, known.name)
            # Not by equality alone: 0 equals False, and is a value of its own.
            if value is None or value is False or value in ((), known.default):
                continue
            for part in value if isinstance(value, tuple) else (value,):
                yield from () if known.option is None else (known.option,)
                if part is not True:
                    yield part.as_posix() if isinstance(part, Path) else recorded_url(str(part))

    def line(self, **changes: Any) -> str:
        """Return the command line, quoted for a shell. changes: other values.

        Keys come from the environment, and those in a URL's path are hidden: the line has none.
        """
        changed = replace(self, **changes) if changes else self
        return shlex.join(["digesta-generate", *self.command.split(), *changed.words()])

    def shell_line(self, **changes: Any) -> str:
        """Return the line to paste: where it hides a key, the shell asks for the variable KEY."""
        words = shlex.split(self.line(**changes))
        return " ".join(_KEY_VARIABLE.join(map(shlex.quote, word.split(HIDDEN))) for word in words)

    def without(self, *names: str) -> Self:
        """Return these options with the defaults of some; unknown names and arguments stay."""
        defaults = {
            field.name: field.default for field in fields(self) if field.default is not MISSING
        }
        return replace(self, **{name: defaults[name] for name in names if name in defaults})


def option_fields(options: type[Options]) -> list[OptionField]:
    """Return the fields of a command's options: its own first, then those of its bases."""
    hints = get_type_hints(options, include_extras=True)
    known = {field.name: field for field in fields(options)}
    homes = {name: cls for cls in reversed(options.__mro__) for name in get_annotations(cls)}
    own = dict.fromkeys(name for cls in options.__mro__ for name in get_annotations(cls))
    return [_option_field(known[name], hints[name], homes[name]) for name in own if name in known]


def _option_field(field: Field[Any], hint: Any, home: type[Options]) -> OptionField:
    kind, info = get_args(hint) if get_origin(hint) is Annotated else (hint, field.metadata["info"])
    group = "" if field.metadata.get("shown") else vars(home).get("group", "")
    name = field.metadata.get("name") or field.name.replace("_", "-")
    argument = isinstance(info, typer.models.ArgumentInfo)
    default = ... if field.default is MISSING else field.default
    return OptionField(field.name, kind, info, default, group, None if argument else f"--{name}")


def part_of(kind: type[O], options: Options, **more: Any) -> O:
    """Return another command's options with the values of these. more: other values."""
    names = {field.name for field in fields(kind)} & {field.name for field in fields(options)}
    return kind(**{name: getattr(options, name) for name in names} | more)


@contextmanager
def named_as(names: Mapping[str, str]) -> Iterator[None]:
    """Replace the names of options in a refusal from the block by those of this command.

    A message about an endpoint names --base-url; a command with two endpoints has two names for it.
    """

    def named(text: str) -> str:
        return _OPTION.sub(lambda match: names.get(match[0], match[0]), text)

    try:
        yield
    except UsageError as error:
        raise UsageError(named(str(error))) from None
    except InputError as error:
        problems = [replace(problem, fix=named(problem.fix)) for problem in error.problems]
        raise type(error)(problems, error.total) from None


def finite(value: float | None) -> float | None:
    """Return a number, or refuse NaN and infinity."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter("a finite number is expected")
    return value


# What several commands share -------------------------------------------------------------------

Argument, Help = typer.Argument, typer.Option

JudgeTemperature = Literal["0", "none"]
LimitKey = Literal["max_tokens", "max_completion_tokens"]
Condition = Literal["closed_book", "retrieval", "gold_injected"]
Splits = Literal["public", "all"]


@dataclass(frozen=True, kw_only=True)
class WorkspaceOptions(Options):
    """The workspace."""

    group: ClassVar[str] = "Workspace"
    root: Path = option(
        Path(), "The workspace; . means the nearest above.", callback=nearest_workspace
    )


@dataclass(frozen=True, kw_only=True)
class ReleaseOptions(WorkspaceOptions):
    """The release, and its workspace."""

    release: str | None = option(None, "Release id or folder. Default: the newest.", "-r")


@dataclass(frozen=True, kw_only=True)
class RetryOptions(Options):
    """Time limit and retries of a request."""

    group: ClassVar[str] = "Endpoint"
    timeout: float = option(
        120.0, "Seconds for one whole reply.", min=0.1, max=86_400, callback=finite
    )
    retries: int = option(5, "Tries again after 429, 5xx or a time-out.", min=0, max=20)
    backoff: float = option(
        1.0, "Seconds before the first retry; then doubled.", min=0.0, callback=finite
    )


@dataclass(frozen=True, kw_only=True)
class EndpointOptions(RetryOptions):
    """The access to a model's endpoint."""

    group: ClassVar[str] = "Endpoint"
    base_url: str | None = option(None, "OpenAI-compatible endpoint: https://host/v1", shown=True)
    key_env: str | None = option(
        None,
        "NAME of the environment variable with the key, never the key itself. Default: "
        "OPENAI_API_KEY for api.openai.com, OPENROUTER_API_KEY for OpenRouter, none for "
        "--loopback or --private-network.",
    )
    loopback: bool = flag("The endpoint is on this machine; http is allowed.")
    private_network: bool = flag(
        "The endpoint is on your network (10.x, 192.168.x, .local); http is allowed."
    )
    concurrency: int = option(4, "Requests at once.", "-c", min=1, max=256)
    engine: str = option("inline", "Where they run: inline, processes[:N], ray, ray://HOST:PORT.")


@dataclass(frozen=True, kw_only=True)
class LocalOptions(Options):
    """A model on this machine in place of an endpoint."""

    group: ClassVar[str] = "Model on this machine"
    local: str | None = option(
        None,
        "Use a model on this machine: one that make local-model installed, or a .gguf file.",
        shown=True,
    )
    threads: int = option(1, "Threads of --local; more are faster on an idle machine.", min=1)


@dataclass(frozen=True, kw_only=True)
class QuestionOptions(Options):
    """The questions to answer, and the condition."""

    condition: Condition = option(
        "closed_book", "Show only the prompt, or retrieved passages, or the right ones."
    )
    split: Splits = option("all", "all questions, or only the public ones.")
