"""Bring a system's answers over to a newer release, and ask what is new."""

from __future__ import annotations

from typing import Any

from digesta.workspace.prompts import workspace_prompts
from digesta.workspace.releases import StoredRelease, open_release
from digesta_generate.endpoint.access import EndpointAccess, access_of
from digesta_generate.endpoint.local import LOCAL, MODELS, versions
from digesta_generate.inference.messages import make_prompts
from digesta_generate.inference.plan import CarriedAnswers, Plan
from digesta_generate.inference.systems.card import recorded_command, validate_card
from digesta_generate.inference.systems.earlier_run import (
    EarlierRun,
    carried_answers,
    read_carriable_run,
    splits_of,
    tracks_of,
    with_prompts,
)
from digesta_generate.inference.systems.handwork import refuse_older
from digesta_generate.inference.systems.model_plan import PlanScope
from digesta_generate.inference.systems.model_system import ModelSystem, SystemOutcome, meter_of
from digesta_generate.inference.systems.options import CarryOptions
from digesta_generate.talk import say


def carry(options: CarryOptions) -> SystemOutcome:
    """Return how the run ended that asked what is new and carried the other answers over.

    An answer is carried over where the question and the words that asked it are the same; the rest
    is asked with the recorded settings.
    """
    run = read_carriable_run(options.folder)
    system = ModelSystem(_plan(options, run), _access(options, run), meter_of(options), options)
    return system.preview() if options.dry_run else system.ask()


def _access(options: CarryOptions, run: EarlierRun) -> EndpointAccess:
    recorded = run.settings.endpoint.removeprefix(LOCAL)
    # Never a path: it is whoever wrote the file that chose it.
    local = options.base_url is None and recorded != run.settings.endpoint and recorded in MODELS
    return access_of(options, recorded if local else None)


def _plan(options: CarryOptions, run: EarlierRun) -> Plan:
    stored = open_release(options.root, options.release)
    release = stored.manifest.release
    refuse_older(options, run.submission.release, release)
    if options.base_url is not None:
        place = access_of(options).endpoint
        run = run._replace(settings=run.settings.model_copy(update={"endpoint": place}))
    rest = _selection(options, run, stored)
    run = with_prompts(run, rest.scorers)
    own = workspace_prompts(options.root)
    prompts = make_prompts(rest.questions, run.settings, stored.data.resources, own=own)
    carried = carried_answers(run, prompts)
    new = len(prompts) - carried.source.count
    local = _access(options, run).local if new else None
    card = _card(run, carried, new=new) | {
        "release": release,
        "command": recorded_command(options, release, "partial"),
    }
    return Plan(
        folder=options.root / "predictions" / release / run.submission.submission_id,
        card=validate_card(card | ({"tracks": rest.tracks} if rest.tracks else {})),
        settings=run.settings,
        prompts=prompts,
        replies=run.replies,
        select=run.select,
        partial=options.partial,
        carried=carried,
        own=own,
        versions=versions(local),
    )


def _selection(options: CarryOptions, run: EarlierRun, stored: StoredRelease) -> PlanScope:
    every = stored.data.questions
    tracks = tracks_of(run, every, options.track)
    mine = [question for question in every if question.track in tracks]
    left_out = sorted({question.track for question in every} - tracks)
    if left_out:
        say(f"left out, because not asked before: {', '.join(left_out)} (--track asks it)")
    splits = splits_of(run, every)
    questions = [question for question in mine if question.split in splits]
    named = sorted(tracks) if left_out else None
    return PlanScope(questions, {question.scorer for question in mine}, named)


def _card(run: EarlierRun, carried: CarriedAnswers, *, new: int) -> dict[str, Any]:
    card = run.submission.as_json()
    card.pop("tracks", None)
    note = (
        f"{carried.source.count} answers were carried over from {carried.source.from_}; "
        f"{new} questions had no answer there."
    )
    notes = " ".join(filter(None, [card.get("notes"), note]))
    return card | {"prompts": run.settings.prompts, "notes": notes}
