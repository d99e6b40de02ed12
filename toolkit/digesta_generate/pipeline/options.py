"""The options of ``run``: those of infer, and others of retrieve and judge."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import ClassVar

from digesta.errors import UsageError
from digesta_generate import options as o
from digesta_generate.inference.systems.options import SystemOptions
from digesta_generate.judges.options import JUDGE, JudgeOptions
from digesta_generate.options import flag, option, part_of
from digesta_generate.retrieval.options import CORPUS, RetrieveOptions, RetrieveSearchOptions


@dataclass(frozen=True, kw_only=True)
class RunJudgeOptions(o.Options):
    """The judge of a run."""

    group: ClassVar[str] = "Judge"
    judge: str | None = option(None, JUDGE, shown=True)
    judge_model: str | None = option(None, "The judging model's name at its endpoint.")
    judge_base_url: str | None = option(None, "Its OpenAI-compatible endpoint: https://host/v1")
    judge_local: str | None = option(None, "Judge with a model on this machine, such as smollm2.")
    judge_key_env: str | None = option(None, "NAME of the environment variable with its key.")
    judge_loopback: bool = flag("The judge is on this machine; http is allowed.")
    judge_private_network: bool = flag("The judge is on your network; http is allowed.")
    judge_limit_key: o.LimitKey = option("max_tokens", "Its name for the longest reply.")
    judge_no_system_role: bool = flag("Put its system text into the user's turn.")
    judge_no_schema: bool = flag("Describe the form of its replies in words only.")
    judge_temperature: o.JudgeTemperature = option("0", "0, or none for its endpoint's own.")
    judge_claims: int | None = option(None, "Most claims to find and verify.", min=0, max=100)
    judge_only: tuple[str, ...] = option((), "Judge only this question (its id); repeatable.")
    judge_operator: str | None = option(None, "Who runs it. Default: as before, or maintainers.")
    judge_date: str | None = option(None, "YYYY-MM-DD. Default: as before, or the release's day.")


@dataclass(frozen=True, kw_only=True)
class CorpusSearch(RetrieveSearchOptions):
    """What a run searches, if it does."""

    group: ClassVar[str] = "Search"
    corpus: Path | None = option(None, CORPUS, shown=True)


@dataclass(frozen=True, kw_only=True)
class OutputOptions(o.Options):
    """What a run prints."""

    group: ClassVar[str] = "Record"
    json: bool = flag("Print JSON.")


@dataclass(frozen=True, kw_only=True)
class RunOptions(SystemOptions, RunJudgeOptions, CorpusSearch, OutputOptions):
    """What ``digesta-generate run`` takes."""

    command: ClassVar[str] = "run"

    def judge_options(self) -> JudgeOptions | None:
        """Return the options of the judge, or None without a judge."""
        if self.judge is None:
            self._refuse_without("judge", [f"judge_{name}" for name in _JUDGE])
            return None
        own = {name: getattr(self, f"judge_{name}") for name in _JUDGE}
        return part_of(JudgeOptions, self, **own, judge=self.judge)

    def search_options(self, out: Path) -> RetrieveOptions | None:
        """Return the options of the search, or None without a corpus."""
        if self.corpus is None:
            searching = [
                field.name for field in fields(RetrieveSearchOptions) if field.name not in _SHARED
            ]
            self._refuse_without("corpus", searching)
            if self.condition != "closed_book" and self.passages is None:
                raise UsageError(
                    f"--condition {self.condition} needs passages: search with --corpus, or give a "
                    "file with --passages"
                )
            return None
        if self.passages is not None:
            raise UsageError("--passages uses a file and --corpus makes one: give only one of them")
        if self.condition == "closed_book":
            raise UsageError("--corpus needs --condition retrieval or gold_injected")
        if len(self.track) != 1:
            raise UsageError("--corpus works for one track: name it with --track")
        [track] = self.track
        return part_of(RetrieveOptions, self, track=track, corpus=self.corpus, out=out)

    def _refuse_without(self, option: str, names: list[str]) -> None:
        """Refuse the options of a stage without the option that demands the stage."""
        plain = self.without(*names)
        odd = [
            field.name
            for field in o.option_fields(type(self))
            if getattr(self, field.name) != getattr(plain, field.name)
        ]
        if odd:
            named = ", ".join(f"--{name.replace('_', '-')}" for name in odd)
            raise UsageError(f"{named}: works only with --{option}")


_SHARED = frozenset(field.name for field in fields(o.RetryOptions))
_JUDGE = [
    field.name.removeprefix("judge_") for field in fields(RunJudgeOptions) if field.name != "judge"
]
"""The options of judge that run has under names that begin with judge."""

JUDGE_NAMES = {"-m": "--judge-model"} | {
    f"--{option}": f"--judge-{option}" for option in (name.replace("_", "-") for name in _JUDGE)
}
