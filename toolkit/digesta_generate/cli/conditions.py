"""The condition that questions are answered under: the passages that prompts show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from digesta.errors import UsageError
from digesta_generate.cli.options import Condition
from digesta_generate.endpoint.local import LOCAL

if TYPE_CHECKING:
    from digesta.records.question import Question
    from digesta.workspace.releases import StoredRelease
    from digesta_generate.inference.settings import Settings
    from digesta_generate.inference.showing import InPrompt
    from digesta_generate.retrieval.passages import Found, Use

CONDITION_SUFFIX: Mapping[str, str] = {
    Condition.closed_book: "",
    Condition.retrieval: "-retrieval",
    Condition.gold_injected: "-gold-injected",
}
"""What a submission's id ends with, unless it is named."""


class Conditioned(NamedTuple):
    """What a condition adds. in_prompt: by question id. card, record: to submission and run."""

    in_prompt: Mapping[str, InPrompt] = MappingProxyType({})
    card: Mapping[str, Any] = MappingProxyType({})
    record: Mapping[str, Any] | None = None


def conditioned(
    given: Mapping[str, Any],
    release: StoredRelease,
    asked: Sequence[Question],
    settings: Settings,
) -> Conditioned:
    """Give what the options come to, or refuse them. asked: the questions; given: the options."""
    from digesta_generate.baselines.searching import queries
    from digesta_generate.inference.showing import counted, record, shown
    from digesta_generate.retrieval.passages import read_passages, refuse_unfit

    condition, path, most = given["condition"], given["passages"], given["passage_tokens"]
    if path is None or condition == Condition.closed_book:
        _refuse_odd(given)
        return Conditioned()
    path = Path(path)
    refuse_condition(condition, release, asked)
    found = read_passages(path)
    own = queries(release.data.questions)
    own = {one.question_id: own[one.question_id] for one in asked}
    refuse_unfit(found, own, use_of(release, asked, condition), file=path.as_posix())
    local = settings.endpoint.removeprefix(LOCAL) if settings.endpoint.startswith(LOCAL) else None
    with counted(local) as (count, by):
        in_prompt = {
            name: shown(found.lines[name], own[name], most=most, count=count) for name in own
        }
    told = {"passage_tokens": most, "tokens_counted_in": by}
    retrieval = (found.about.retrieval if found.about else {}) | told
    card = {"retriever": _retriever(given, found, path), "retrieval": retrieval}
    return Conditioned(in_prompt, card, record(in_prompt, sha256=found.sha256, most=most, by=by))


def use_of(release: StoredRelease, asked: Sequence[Question], condition: str) -> Use:
    """Give what a file of passages must be for."""
    from digesta_generate.retrieval.passages import Use, named_clauses

    gold = condition == Condition.gold_injected
    return Use(
        release.manifest.release,
        {one.track for one in asked},
        condition,
        named_clauses(asked, release.data.truths) if gold else None,
    )


def refuse_another(written: Mapping[str, Any], given: Mapping[str, Any], folder: Path) -> None:
    """Refuse a submission that was answered under another condition, or with other passages.

    written: the submission.json that stands there, or nothing.
    """
    if not written:
        return
    named = {"condition": str(given["condition"])}
    stands = {"condition": written.get("condition", named["condition"])}
    if given["condition"] != Condition.closed_book:
        named["passage_tokens"] = str(given["passage_tokens"])
        most = written.get("retrieval", {}).get("passage_tokens", given["passage_tokens"])
        stands["passage_tokens"] = str(most)
    differ = [
        f"{one} was {was}, is {named[one]}" for one, was in stands.items() if was != named[one]
    ]
    if differ:
        raise UsageError(
            f"{folder}: answered under another condition ({'; '.join(differ)}), which is another "
            "submission: choose another --id, or remove the folder"
        )


def _refuse_odd(given: Mapping[str, Any]) -> None:
    condition = given["condition"]
    if condition != Condition.closed_book:
        raise UsageError(
            f"--condition {condition} needs passages to show: make them with digesta-generate "
            "retrieve, and name the file with --passages"
        )
    if given["passages"] is not None or given["retriever"] is not None:
        raise UsageError(
            "--passages and --retriever belong to --condition retrieval or gold_injected; a "
            "closed_book prompt shows none"
        )


def refuse_condition(condition: str, release: StoredRelease, asked: Sequence[Question]) -> None:
    """Refuse questions that no board has under a condition, and right passages of sealed truths."""
    tracks = {one.track for one in asked}
    offered = {one.track for one in release.manifest.tracks if condition in one.conditions}
    if other := sorted(tracks - offered):
        raise UsageError(
            f"--condition {condition}: not a condition of {', '.join(other)}; name with --track "
            f"one that has it: {', '.join(sorted(offered)) or 'this release has none'}"
        )
    if condition == Condition.gold_injected and any(one.split == "holdout" for one in asked):
        raise UsageError(
            "--condition gold_injected: the right passages of sealed questions are sealed; "
            "add --split public"
        )


def _retriever(given: Mapping[str, Any], found: Found, path: Path) -> str:
    said: str | None = given["retriever"] or (found.about.retriever if found.about else None)
    if said is None:
        raise UsageError(f"{path}: nothing beside it says what found the passages: add --retriever")
    return said
