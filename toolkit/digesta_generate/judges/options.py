"""The options of ``judge``: which judge, and of what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.options import Help, flag, option

JUDGE = "rules-1, or a name that you choose for a model."


@dataclass(frozen=True, kw_only=True)
class Judging(o.Options):
    """What a judge looks for, and what its record says."""

    group: ClassVar[str] = "Judge"
    limit_key: o.LimitKey = option("max_tokens", "The endpoint's name for the longest reply.")
    no_system_role: bool = flag("The model has no system role: put its text into the user's turn.")
    no_schema: bool = flag("The endpoint takes no JSON Schema: describe the form in words only.")
    temperature: o.JudgeTemperature = option("0", "0, or none for the endpoint's own.")
    claims: int | None = option(None, "Most claims to find and verify.", min=0, max=100)
    operator: str | None = option(None, "Who runs the judge. Default: as before, or maintainers.")
    date: str | None = option(None, "YYYY-MM-DD. Default: as before, or the release's day.")


@dataclass(frozen=True, kw_only=True)
class JudgeOptions(o.LocalOptions, o.ReleaseOptions, Judging, o.EndpointOptions):
    """What ``digesta-generate judge`` takes.

    >>> JudgeOptions(judge="smollm2-135m", local="smollm2").line()
    'digesta-generate judge --judge smollm2-135m --local smollm2'
    """

    command: ClassVar[str] = "judge"
    judge: Annotated[str, Help(help=JUDGE)]
    model: str | None = option(None, "The model's name at the endpoint.", "-m")
    only: tuple[str, ...] = option((), "Judge only this question (its id); repeatable.")
    submission: tuple[str, ...] = option((), "Judge only this submission; repeatable.")

    @property
    def by_model(self) -> bool:
        """Whether the judge is a model and not a program."""
        return any(source is not None for source in (self.model, self.local, self.base_url))
