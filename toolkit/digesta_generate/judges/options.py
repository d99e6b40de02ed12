"""The options of ``judge``: which judge, and of what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.options import Help, flag, option

JUDGE = "rules-1, or a name of your own for a model."


@dataclass(frozen=True, kw_only=True)
class Judging(o.Options):
    """What a judge looks for, and what its record says."""

    group: ClassVar[str] = "Judge"
    limit_key: o.LimitKey = option("max_tokens", "What the endpoint calls the longest reply.")
    no_system_role: bool = flag("The model takes no system role: its text begins the user's turn.")
    claims: int | None = option(None, "Claims to find and verify, at most.", min=0, max=100)
    operator: str | None = option(None, "Who runs it; as before, or maintainers.")
    date: str | None = option(None, "YYYY-MM-DD; as before, or the release's day.")


@dataclass(frozen=True, kw_only=True)
class JudgeOptions(o.LocalOptions, o.ReleaseOptions, Judging, o.EndpointOptions):
    """What ``digesta-generate judge`` takes.

    >>> JudgeOptions(judge="smollm2-135m", local="smollm2").line()
    'digesta-generate judge --judge smollm2-135m --local smollm2'
    """

    command: ClassVar[str] = "judge"
    judge: Annotated[str, Help(help=JUDGE)]
    model: str | None = option(None, "The model, as the endpoint names it.", "-m")
    only: tuple[str, ...] = option((), "Judge this question only (its id); repeatable.")
    submission: tuple[str, ...] = option((), "Judge the answers of this one only; repeatable.")

    @property
    def by_model(self) -> bool:
        """Whether the judge is a model, and no program."""
        return any(source is not None for source in (self.model, self.local, self.base_url))
