"""Bring a system's answers over to a newer release, and ask what is new."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from digesta.errors import UsageError
from digesta.records.question import Question
from digesta.releases.data import release_order
from digesta.workspace.releases import StoredRelease, open_release
from digesta_generate.endpoint.access import EndpointAccess, access_of
from digesta_generate.endpoint.local import LOCAL
from digesta_generate.inference.plan import Plan
from digesta_generate.inference.systems.card import recorded_command, validate_card
from digesta_generate.inference.systems.earlier_run import (
    Carryover,
    EarlierRun,
    carry_over,
    read_carriable_run,
    splits_of,
    tracks_of,
    with_prompts,
)
from digesta_generate.inference.systems.model_plan import in_order
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
    endpoint = options.base_url or run.settings.endpoint
    if endpoint.startswith(LOCAL):
        return replace(access_of(options, endpoint.removeprefix(LOCAL)), base_url=None)
    return replace(access_of(options), base_url=endpoint)


def _plan(options: CarryOptions, run: EarlierRun) -> Plan:
    stored = open_release(options.root, options.release)
    release = stored.manifest.release
    if release_order(release) <= release_order(run.submission.release):
        raise UsageError(
            f"{options.folder}: is for release {run.submission.release}; name a newer --release "
            f"than {release}"
        )
    if options.base_url is not None:
        url = access_of(options).url()
        run = run._replace(settings=run.settings.model_copy(update={"endpoint": url}))
    rest = _selection(options, run, stored)
    run = with_prompts(run, rest.scorers)
    carryover = carry_over(run, rest.questions, stored.data.resources)
    return Plan(
        folder=options.root / "predictions" / release / run.submission.submission_id,
        card=validate_card(_card(options, run, release, carryover) | rest.tracks),
        settings=run.settings,
        prompts=carryover.prompts,
        replies=run.replies,
        select=run.select,
        partial=options.partial,
        carried=carryover.carried,
    )


class _Selection(NamedTuple):
    """The questions that the system goes on with. tracks: the card's member, if it has one."""

    questions: list[Question]
    scorers: set[str]
    tracks: dict[str, list[str]]


def _selection(options: CarryOptions, run: EarlierRun, stored: StoredRelease) -> _Selection:
    every = sorted(stored.data.questions, key=in_order)
    tracks = tracks_of(run, every, options.track)
    mine = [question for question in every if question.track in tracks]
    left_out = sorted({question.track for question in every} - tracks)
    if left_out:
        say(f"left out, as none of it was asked before: {', '.join(left_out)} (--track asks it)")
    splits = splits_of(run, every)
    questions = [question for question in mine if question.split in splits]
    named = {"tracks": sorted(tracks)} if left_out else {}
    return _Selection(questions, {question.scorer for question in mine}, named)


def _card(
    options: CarryOptions, run: EarlierRun, release: str, carryover: Carryover
) -> dict[str, Any]:
    card = run.submission.as_json()
    card.pop("tracks", None)
    source = carryover.carried.source
    note = (
        f"{source.count} answers were carried over from {source.from_}; "
        f"{len(carryover.prompts) - source.count} questions were asked for this release."
    )
    return card | {
        "prompts": run.settings.prompts,
        "release": release,
        "notes": " ".join(filter(None, [card.get("notes"), note])),
        "command": recorded_command(options, release, "partial"),
    }
