"""The options of ``run``: those of infer, and what retrieve and judge need beside them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, ClassVar

from digesta.errors import UsageError
from digesta_generate import options as o
from digesta_generate.inference.systems.options import Answering
from digesta_generate.judges import options as judging
from digesta_generate.judges.options import JudgeOptions
from digesta_generate.options import Help, part_of
from digesta_generate.retrieval import options as retrieval
from digesta_generate.retrieval.options import RetrieveOptions, Searching


@dataclass(frozen=True, kw_only=True)
class Stages(Searching):
    """What ``run`` takes beside the options of infer: for the search and the judge."""

    judge: Annotated[str | None, judging.JUDGE] = None
    judge_model: Annotated[
        str | None,
        Help(help="The model that judges, as its endpoint names it.", rich_help_panel=o.JUDGE),
    ] = None
    judge_base_url: Annotated[
        str | None,
        Help(help="Its OpenAI-compatible endpoint: https://host/v1", rich_help_panel=o.JUDGE),
    ] = None
    judge_local: Annotated[
        str | None,
        Help(help="Instead: a model on this machine, such as smollm2.", rich_help_panel=o.JUDGE),
    ] = None
    judge_key_env: Annotated[
        str | None,
        Help(help="NAME of the variable that holds its key.", rich_help_panel=o.JUDGE),
    ] = None
    judge_loopback: Annotated[
        bool, Help(help="It is on this machine; http is fine then.", rich_help_panel=o.JUDGE)
    ] = False
    judge_limit_key: Annotated[
        o.LimitKey,
        Help(help="What its endpoint calls the longest reply.", rich_help_panel=o.JUDGE),
    ] = "max_tokens"
    judge_claims: Annotated[int | None, judging.CLAIMS] = None
    judge_only: Annotated[
        tuple[str, ...],
        Help(help="Judge this question only (its id); repeatable.", rich_help_panel=o.JUDGE),
    ] = ()
    judge_operator: Annotated[str | None, judging.OPERATOR] = None
    judge_date: Annotated[str | None, judging.DATE] = None
    corpus: Annotated[Path | None, retrieval.CORPUS] = None
    top: Annotated[int, retrieval.TOP] = 5
    json: Annotated[bool, Help(help="Print JSON, for machines.", rich_help_panel=o.RECORD)] = False


@dataclass(frozen=True, kw_only=True)
class RunOptions(Answering, Stages):
    """What ``digesta-generate run`` takes."""

    command: ClassVar[str] = "run"

    def judging(self) -> JudgeOptions | None:
        """Return the options of the judge, or None without one."""
        if self.judge is None:
            self._refuse_without("judge", [one for one in _names(self) if one.startswith("judge_")])
            return None
        own = {name: getattr(self, f"judge_{name}") for name in _JUDGE}
        return part_of(JudgeOptions, self, **own, judge=self.judge)

    def retrieving(self, out: Path) -> RetrieveOptions | None:
        """Return the options of the search, or None where nothing is to be searched."""
        if self.corpus is None:
            searching = [one.name for one in fields(Searching) if one.name not in _SHARED]
            self._refuse_without("corpus", ["top", *searching])
            self._refuse_no_passages()
            return None
        if self.passages is not None:
            raise UsageError("--passages names a file that stands, --corpus makes one: name one")
        if self.condition == "closed_book":
            raise UsageError("--corpus belongs to --condition retrieval or gold_injected")
        if len(self.track) != 1:
            raise UsageError("passages are found for one track: name it with --track")
        [track] = self.track
        return part_of(RetrieveOptions, self, track=track, corpus=self.corpus, out=out)

    def _refuse_no_passages(self) -> None:
        if self.condition != "closed_book" and self.passages is None:
            raise UsageError(
                f"--condition {self.condition} needs passages to show: name what to search with "
                "--corpus, or a file of them with --passages"
            )

    def _refuse_without(self, option: str, names: list[str]) -> None:
        """Refuse a stage's options where the one that asks for the stage is left out."""
        plain = self.without(*names)
        odd = [one for one in _names(self) if getattr(self, one) != getattr(plain, one)]
        if odd:
            told = ", ".join(f"--{one.replace('_', '-')}" for one in odd)
            raise UsageError(f"{told}: only together with --{option}")


def _names(options: RunOptions) -> list[str]:
    return [one.name for one in o.described(type(options))]


_SHARED = frozenset(one.name for one in fields(o.Patient))
_JUDGE = (
    "model",
    "base_url",
    "local",
    "key_env",
    "loopback",
    "limit_key",
    "claims",
    "only",
    "operator",
    "date",
)
"""The options of judge that run has too, under names that begin with judge."""

JUDGE_NAMES = {f"--{one}": f"--judge-{one}" for one in (name.replace("_", "-") for name in _JUDGE)}
JUDGE_NAMES["-m"] = "--judge-model"
