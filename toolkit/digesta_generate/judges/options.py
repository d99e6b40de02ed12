"""The options of ``judge``: which judge, and of what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.options import Help

JUDGE = Help(help="rules-1, or a name of your own for a model.")
CLAIMS = Help(min=0, max=100, help="Claims to find and verify, at most.", rich_help_panel=o.JUDGE)
OPERATOR = Help(help="Who runs it; as before, or maintainers.", rich_help_panel=o.JUDGE)
DATE = Help(help="YYYY-MM-DD; as before, or the release's day.", rich_help_panel=o.JUDGE)


@dataclass(frozen=True, kw_only=True)
class JudgeOptions(o.Place, o.Reached):
    """What ``digesta-generate judge`` takes.

    >>> JudgeOptions(judge="smollm2-135m", local="smollm2").line()
    'digesta-generate judge --judge smollm2-135m --local smollm2'
    """

    command: ClassVar[str] = "judge"
    judge: Annotated[str, JUDGE]
    model: Annotated[
        str | None, Help("--model", "-m", help="The model, as the endpoint names it.")
    ] = None
    local: o.Local = None
    limit_key: Annotated[
        o.LimitKey,
        Help(help="What the endpoint calls the longest reply.", rich_help_panel=o.ENDPOINT),
    ] = "max_tokens"
    claims: Annotated[int | None, CLAIMS] = None
    only: Annotated[
        tuple[str, ...], Help(help="Judge this question only (its id); repeatable.")
    ] = ()
    submission: Annotated[
        tuple[str, ...], Help(help="Judge the answers of this one only; repeatable.")
    ] = ()
    operator: Annotated[str | None, OPERATOR] = None
    date: Annotated[str | None, DATE] = None

    @property
    def by_model(self) -> bool:
        """Whether the judge is a model, and no program."""
        return any(one is not None for one in (self.model, self.local, self.base_url))
