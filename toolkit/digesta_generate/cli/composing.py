"""One command made of others: it takes their options, and types them as a person would.

A part is a command by its name, with the names that its parameters have in the whole: the same
name keeps its option, another one is an option of that name (``judge_model``: ``--judge-model``).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import Annotated, Any, get_args

import typer

from digesta.errors import InputError, UsageError
from digesta_generate.cli.command import words_of

Names = Mapping[str, str]
"""A part's parameter -> its name in the whole."""

_OPTION = re.compile(r"(?<![\w-])(?:--[a-z0-9-]+|-m)(?![\w-])")


def same(part: Callable[..., Any], *, without: str) -> Names:
    """Give the names of a part whose parameters all keep theirs, but for one."""
    names = [name for name in inspect.signature(part).parameters if name not in {"ctx", without}]
    return dict(zip(names, names, strict=True))


def with_options_of(*parts: tuple[Callable[..., Any], Names]) -> Callable[..., Any]:
    """Give a decorator: the function takes its own options, and those of its parts before them."""

    def taking(whole: Callable[..., Any]) -> Callable[..., Any]:
        every = inspect.signature(whole, eval_str=True).parameters.values()
        own = [one for one in every if one.kind is not one.VAR_KEYWORD]
        taken = [one for part, names in parts for one in _taken(part, names)]
        signature = inspect.Signature([own[0], *taken, *own[1:]])
        whole.__signature__ = signature  # type: ignore[attr-defined]
        return whole

    return taking


def _taken(part: Callable[..., Any], names: Names) -> Iterator[inspect.Parameter]:
    """Yield a part's parameters by their names in the whole, none of them required."""
    for one in inspect.signature(part, eval_str=True).parameters.values():
        if one.name in names:
            name = names[one.name]
            default = None if one.default is one.empty else one.default
            made = one.replace(name=name, default=default, kind=one.KEYWORD_ONLY)
            yield made if name == one.name else made.replace(annotation=_option(one, name))


def _option(one: inspect.Parameter, name: str) -> Any:
    """Give a parameter's annotation with another option."""
    kind, option = get_args(one.annotation)
    other = copy(option)
    # typer takes an annotation's first option for the default until it reads the function.
    other.default, other.param_decls = f"--{name.replace('_', '-')}", ()
    return Annotated[kind, other]


def as_typed(ctx: typer.Context, name: str, names: Names, **more: Any) -> typer.Context:
    """Give a part's context, as if it had been typed with the values of the whole.

    Parameters that names leaves out have the value of the whole's parameter of the same name,
    where there is one. more: values by the part's own names.
    """
    group: Any = ctx.find_root().command
    command = group.commands[name]
    params = [str(param.name) for param in command.params]
    given = {one: ctx.params.get(names.get(one, one)) for one in params}
    made: typer.Context = command.make_context(
        name, list(words_of(command, ctx, given | more)), parent=ctx.parent
    )
    return made


@contextmanager
def named_as(names: Names) -> Iterator[None]:
    """For the block, name the options in a part's refusals as the whole does."""
    whole = {f"--{part}": f"--{name}" for part, name in names.items()}
    options = {one.replace("_", "-"): name.replace("_", "-") for one, name in whole.items()}
    if "--model" in options:
        options["-m"] = options["--model"]

    def named(text: str) -> str:
        return _OPTION.sub(lambda found: options.get(found[0], found[0]), text)

    try:
        yield
    except UsageError as error:
        raise UsageError(named(str(error))) from None
    except InputError as error:
        problems = [replace(one, fix=named(one.fix)) for one in error.problems]
        raise type(error)(problems, error.total) from None
