"""The condition that questions are answered under: which passages prompts show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from digesta.errors import UsageError
from digesta.records.question import Question
from digesta.workspace.releases import StoredRelease
from digesta_generate.inference.passages import (
    PromptPassages,
    prompt_passages,
    record,
    token_counter,
)
from digesta_generate.inference.systems.options import SystemOptions
from digesta_generate.retrieval.condition import refuse_condition, use_of
from digesta_generate.retrieval.passages import PassagesFile, read_passages, refuse_unfit
from digesta_generate.similarity.ranking import queries

CONDITION_SUFFIX: Mapping[str, str] = {
    "closed_book": "",
    "retrieval": "-retrieval",
    "gold_injected": "-gold-injected",
}
"""The end of a submission's id, unless the id is named."""


class PromptContents(NamedTuple):
    """What prompts show. in_prompt: by question id. card, record: for submission.json, run.json."""

    in_prompt: Mapping[str, PromptPassages] = MappingProxyType({})
    card: Mapping[str, Any] = MappingProxyType({})
    record: Mapping[str, Any] | None = None


def prompt_contents(
    options: SystemOptions,
    release: StoredRelease,
    questions: Sequence[Question],
) -> PromptContents:
    """Return the passages that the prompts of these questions show, or refuse the options."""
    path, most = options.passages, options.passage_tokens
    if path is None or options.condition == "closed_book":
        _refuse_odd(options)
        return PromptContents()
    refuse_condition(options.condition, release, questions)
    passages = read_passages(path)
    own = queries(release.data.questions)
    own = {question.question_id: own[question.question_id] for question in questions}
    refuse_unfit(passages, own, use_of(release, questions, options.condition), file=path.as_posix())
    with token_counter(options.local) as (count, by):
        in_prompt = {
            name: prompt_passages(passages.lines[name], own[name], most=most, count=count)
            for name in own
        }
    cut = {"passage_tokens": most, "tokens_counted_in": by}
    retrieval = (passages.about.retrieval if passages.about else {}) | cut
    card = {"retriever": _retriever(options, passages, path), "retrieval": retrieval}
    return PromptContents(
        in_prompt, card, record(in_prompt, sha256=passages.sha256, most=most, by=by)
    )


def refuse_another(written: Mapping[str, Any], options: SystemOptions, folder: Path) -> None:
    """Refuse a submission of another condition, or with another number of passage tokens.

    written: the submission.json that is there, or nothing.
    """
    pairs: dict[str, tuple[Any, Any]] = {"condition": (written.get("condition"), options.condition)}
    if options.condition != "closed_book":
        most = written.get("retrieval", {}).get("passage_tokens")
        pairs["passage_tokens"] = (most, options.passage_tokens)
    differences = [
        f"{key} was {before}, is {now}"
        for key, (before, now) in pairs.items()
        if before not in (None, now)
    ]
    if differences:
        raise UsageError(
            f"{folder}: answered under another condition ({'; '.join(differences)}), which is "
            "another submission: choose another --id, or remove the folder"
        )


def _refuse_odd(options: SystemOptions) -> None:
    if options.condition != "closed_book":
        raise UsageError(
            f"--condition {options.condition} needs passages to show: make them with "
            "digesta-generate retrieve, and name the file with --passages"
        )
    if options.passages is not None or options.retriever is not None:
        raise UsageError(
            "--passages and --retriever belong to --condition retrieval or gold_injected; a "
            "closed_book prompt shows none"
        )


def _retriever(options: SystemOptions, passages: PassagesFile, path: Path) -> str:
    retriever = options.retriever or (passages.about.retriever if passages.about else None)
    if retriever is None:
        raise UsageError(f"{path}: no record names what found the passages: add --retriever")
    return retriever
