"""The plan of ``infer`` from its options: the questions, their prompts, the folder."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from digesta.errors import SubmissionError, UsageError
from digesta.records.base import SLUG
from digesta.records.question import Question, question_id_of
from digesta.records.read import read_record
from digesta.workspace.prompts import workspace_prompts
from digesta.workspace.releases import StoredRelease, open_release
from digesta_generate.endpoint.local import versions
from digesta_generate.inference.messages import (
    PASSAGES,
    PASSAGES_PROMPT,
    make_prompts,
    prompt_form,
    select_prompts,
)
from digesta_generate.inference.plan import Plan
from digesta_generate.inference.settings import Settings
from digesta_generate.inference.systems.card import card_of, recorded_command, written_card
from digesta_generate.inference.systems.condition import (
    CONDITION_SUFFIX,
    prompt_contents,
    refuse_another,
)
from digesta_generate.inference.systems.options import InferOptions, SystemOptions
from digesta_generate.talk import say


def slug_of(model: str) -> str:
    """Return a submission's id for a model's name.

    >>> slug_of("meta-llama/Llama-3.1-8B")
    'meta-llama-llama-3.1-8b'
    """
    return re.sub(r"[^a-z0-9._-]+", "-", model.lower()).strip("-._")[:100]


def settings_of(options: SystemOptions, model: str, endpoint: str) -> Settings:
    """Return a model's settings, or raise SubmissionError for options that are no settings."""
    values = {
        "model": model,
        "endpoint": endpoint,
        "temperature": None if options.temperature == "none" else options.temperature,
        "limit_key": options.limit_key,
        "system_role": "user" if options.no_system_role else None,
        "prompts": select_prompts(options.prompt, workspace_prompts(options.root)),
        "top_p": options.top_p or None,
        "providers": list(options.provider) or None,
        "quantizations": list(options.quantization) or None,
        "max_tokens": options.max_tokens,
        "seed": options.seed,
        "constrained": options.constrained,
    }
    value = {key: inner for key, inner in values.items() if inner is not None}
    return read_record(Settings, value, "the options", error=SubmissionError)


def plan_of(options: InferOptions, settings: Settings) -> Plan:
    """Return the plan of one model: its prompts, its settings, its folder."""
    stored = open_release(options.root, options.release)
    folder = _folder(options, settings, stored.manifest.release)
    refuse_another(written_card(folder), options, folder)
    selection = _selection(options, settings, stored)
    contents = prompt_contents(options, stored, selection.questions)
    known = {PASSAGES: PASSAGES_PROMPT} | settings.prompts
    used = selection.scorers | ({PASSAGES} if contents.in_prompt else set())
    prompts = {name: prompt for name, prompt in known.items() if name in used}
    own = workspace_prompts(options.root)
    for name in sorted({file.rpartition(".")[0] for file in own} - {*known.values()}):
        say(f"prompts/{name}…: not used; --prompt {name} names it")
    settings = settings.model_copy(update={"prompts": prompts})
    # Only the command of a trial records --partial.
    trial = options.only or options.question or options.limit
    absent = () if trial else ("partial",)
    more = {"command": recorded_command(options, folder.parent.name, *absent), **contents.card}
    if selection.tracks:
        more["tracks"] = sorted(selection.tracks)
    return Plan(
        folder=folder,
        card=card_of(options, settings, folder, more),
        settings=settings,
        prompts=make_prompts(
            selection.questions,
            settings,
            stored.data.resources,
            passages=contents.in_prompt,
            own=own,
        ),
        replies=options.replies,
        select=options.select,
        partial=options.partial,
        passages=contents.record,
        own=own,
        versions=versions(options.local),
    )


def _folder(options: InferOptions, settings: Settings, release: str) -> Path:
    suffix = "-constrained" if settings.constrained else ""
    suffix += CONDITION_SUFFIX[options.condition]
    submission = options.id or slug_of(settings.model) + suffix
    if re.fullmatch(SLUG, submission) is None:
        raise UsageError(
            "the submission needs an id of a-z, 0-9, '.', '_' and '-', such as acme-7b; add --id"
        )
    return options.root / "predictions" / release / submission


class PlanScope(NamedTuple):
    """The questions to ask; scorers and tracks of the submission. tracks: None: all."""

    questions: Sequence[Question]
    scorers: set[str]
    tracks: list[str] | None


def _selection(options: InferOptions, settings: Settings, stored: StoredRelease) -> PlanScope:
    # --limit takes the first ones.
    questions = sorted(
        stored.data.questions, key=lambda each: (each.track, each.task, each.question_id)
    )
    if unknown := sorted(set(options.only) - {question.task for question in questions}):
        release = stored.manifest.release
        raise UsageError(f"--only: no task {', '.join(unknown)} in release {release}")
    ids = [question.question_id for question in questions]
    named = {question_id_of(beginning, ids) for beginning in options.question}
    tracks = tracks_to_ask(options.track, questions, settings.prompts)
    splits = {"public"} if options.split == "public" else {"public", "holdout"}
    mine = [
        question
        for question in questions
        if (tracks is None or question.track in tracks) and question.split in splits
    ]
    due = [
        question
        for question in mine
        if (not options.only or question.task in options.only)
        and (not named or question.question_id in named)
    ]
    trial = due[: options.limit]
    if not options.track and len(trial) < len(mine):  # only its own tracks
        tracks = sorted({question.track for question in trial})
    return PlanScope(trial, {question.scorer for question in mine}, tracks)


def tracks_to_ask(
    named: Collection[str], questions: Iterable[Question], prompts: Mapping[str, str]
) -> list[str] | None:
    """Return the tracks that are answered: those named, or all that a model by itself can answer.

    None: every track of the release. prompts: scorer -> prompt. A message names what is left out:
    scorers without a prompt, and rankings of a corpus that no question shows.
    """
    scorers = defaultdict[str, set[str]](set)
    for question in questions:
        scorers[question.track].add(question.scorer)
    if unknown := sorted(set(named) - scorers.keys()):
        raise UsageError(
            f"--track: no track {', '.join(unknown)}; there are: {', '.join(sorted(scorers))}"
        )
    if named:
        return sorted(named)
    alone = {name for name in prompts if (form := prompt_form(name)) and not form.of_corpus}
    mute = {track for track, used in scorers.items() if not used <= alone}
    if not mute or mute == scorers.keys():
        return None
    say(f"left out, as models cannot answer directly: {', '.join(sorted(mute))} (--track asks it)")
    return sorted(scorers.keys() - mute)
