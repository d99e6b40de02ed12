"""A command made from the dataclass of its options; --help-all shows them all."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from inspect import Parameter, Signature, cleandoc
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperArgument, TyperCommand

from digesta_generate.options import OptionField, Options, option_fields
from digesta_generate.talk import INTERRUPTED

SHOWN = 12
"""The number of options that --help shows at most, --help and --help-all among them."""

_ALL = "digesta-generate help-all"
_FOLDED = "help_all"
_PLAIN = ("Arguments", "Options")


class ShortHelpCommand(TyperCommand):
    """A command whose --help leaves out the groups of options where there are many."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options without a group, and under --help-all each group behind them."""
        params = self.get_params(ctx)
        many = sum(not isinstance(other, TyperArgument) for other in params) > SHOWN
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in params:
            group = "Arguments" if isinstance(param, TyperArgument) else _group(param, many)
            if (record := param.get_help_record(ctx)) and (group in _PLAIN or ctx.meta.get(_ALL)):
                groups.setdefault(group, []).append(record)
        for title in sorted(groups, key=lambda title: (title not in _PLAIN, title)):
            with formatter.section(title):
                formatter.write_dl(groups[title])


def _group(param: Any, many: bool) -> str:
    return (many and getattr(param, "rich_help_panel", None)) or "Options"


def register(app: typer.Typer, run: Callable[[Any], int | None]) -> None:
    """Add a command to the application. run: takes its options, returns the exit code; None: 0.

    Its docstring is the help; the docstring's last paragraph is the example below the options.
    """
    options: type[Options] = get_type_hints(run)["options"]

    def command(**values: Any) -> None:
        values.pop(_FOLDED, None)
        several = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
        try:
            code = run(options(**values | several))
        except KeyboardInterrupt:
            code = INTERRUPTED
        raise typer.Exit(code or 0)

    about, _, example = cleandoc(run.__doc__ or "").rpartition("\n\n")
    signature = Signature([*map(_parameter, option_fields(options)), _HELP_ALL])
    command.__doc__ = about
    vars(command).update(__signature__=signature, __annotations__={})
    name = options.command.split()[-1]
    app.command(name, cls=ShortHelpCommand, epilog=" ".join(example.split()))(command)


def _parameter(field: OptionField) -> Parameter:
    """Return the parameter that typer makes an option of; a tuple is an option to repeat."""
    info, kind, default = copy(field.info), field.kind, field.default
    if field.option is not None:
        # A flag without a name of its own would have its opposite too.
        info.param_decls = () if info.default is ... else (info.default,)
        info.default, info.rich_help_panel = field.option, field.group
    if get_origin(kind) is tuple:
        kind = list[get_args(kind)[0]]  # type: ignore[misc]
        default = default if default is ... else list(default)
    return Parameter(
        field.name,
        Parameter.KEYWORD_ONLY,
        default=Parameter.empty if default is ... else default,
        annotation=Annotated[kind, info],
    )


def _show_all(ctx: typer.Context, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        ctx.meta[_ALL] = True
        typer.echo(ctx.get_help())
        raise typer.Exit


_HELP_ALL = Parameter(
    _FOLDED,
    Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[
        bool,
        typer.Option("--help-all", is_eager=True, callback=_show_all, help="Show all options."),
    ],
)
