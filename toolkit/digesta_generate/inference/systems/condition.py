"""The condition that questions are answered under: the passages that prompts show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from digesta.errors import UsageError
from digesta.records.question import Question
from digesta.workspace.releases import StoredRelease
from digesta_generate.endpoint.local import LOCAL
from digesta_generate.inference.settings import Settings
from digesta_generate.inference.systems.options import SystemOptions
from digesta_generate.inference.systems.showing import InPrompt, counted, record, shown
from digesta_generate.retrieval.condition import refuse_condition, use_of
from digesta_generate.retrieval.passages import PassagesFile, read_passages, refuse_unfit
from digesta_generate.similarity.ranking import queries

CONDITION_SUFFIX: Mapping[str, str] = {
    "closed_book": "",
    "retrieval": "-retrieval",
    "gold_injected": "-gold-injected",
}
"""What a submission's id ends with, unless it is named."""


class PromptContents(NamedTuple):
    """What prompts show. in_prompt: by question id. card, record: to submission and run."""

    in_prompt: Mapping[str, InPrompt] = MappingProxyType({})
    card: Mapping[str, Any] = MappingProxyType({})
    record: Mapping[str, Any] | None = None


def passages_shown(
    options: SystemOptions, release: StoredRelease, asked: Sequence[Question], *, settings: Settings
) -> PromptContents:
    """Return the passages that the prompts of the asked questions show, or refuse the options."""
    path, most = options.passages, options.passage_tokens
    if path is None or options.condition == "closed_book":
        _refuse_odd(options)
        return PromptContents()
    refuse_condition(options.condition, release, asked)
    passages = read_passages(path)
    own = queries(release.data.questions)
    own = {question.question_id: own[question.question_id] for question in asked}
    refuse_unfit(passages, own, use_of(release, asked, options.condition), file=path.as_posix())
    local = settings.endpoint.removeprefix(LOCAL) if settings.endpoint.startswith(LOCAL) else None
    with counted(local) as (count, by):
        in_prompt = {
            name: shown(passages.lines[name], own[name], most=most, count=count) for name in own
        }
    cut = {"passage_tokens": most, "tokens_counted_in": by}
    retrieval = (passages.about.retrieval if passages.about else {}) | cut
    card = {"retriever": _retriever(options, passages, path), "retrieval": retrieval}
    return PromptContents(
        in_prompt, card, record(in_prompt, sha256=passages.sha256, most=most, by=by)
    )


def refuse_another(written: Mapping[str, Any], options: SystemOptions, folder: Path) -> None:
    """Refuse a submission that was answered under another condition, or with other passages.

    written: the submission.json that stands there, or nothing.
    """
    if not written:
        return
    named: dict[str, str] = {"condition": options.condition}
    stands = {"condition": written.get("condition", named["condition"])}
    if options.condition != "closed_book":
        named["passage_tokens"] = str(options.passage_tokens)
        most = written.get("retrieval", {}).get("passage_tokens", options.passage_tokens)
        stands["passage_tokens"] = str(most)
    differ = [
        f"{key} was {was}, is {named[key]}" for key, was in stands.items() if was != named[key]
    ]
    if differ:
        raise UsageError(
            f"{folder}: answered under another condition ({'; '.join(differ)}), which is another "
            "submission: choose another --id, or remove the folder"
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


def _retriever(options: SystemOptions, found: PassagesFile, path: Path) -> str:
    retriever = options.retriever or (found.about.retriever if found.about else None)
    if retriever is None:
        raise UsageError(f"{path}: nothing beside it says what found the passages: add --retriever")
    return retriever
