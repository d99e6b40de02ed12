"""Bring a system's answers over to a newer release, and ask what is new."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from digesta.errors import UsageError
from digesta.records.question import Question
from digesta.releases.reading import release_order
from digesta.workspace.releases import StoredRelease, open_release
from digesta_generate.endpoint.access import EndpointAccess, access_of
from digesta_generate.endpoint.local import LOCAL
from digesta_generate.inference.plan import Plan
from digesta_generate.inference.systems import carried
from digesta_generate.inference.systems.card import checked, recorded_command
from digesta_generate.inference.systems.carried import Old
from digesta_generate.inference.systems.options import CarryOptions
from digesta_generate.inference.systems.running import Asking, SystemOutcome, meter_of
from digesta_generate.inference.systems.tracks import in_order
from digesta_generate.talk import say


def carry(options: CarryOptions) -> SystemOutcome:
    """Return how the run ended that asked what is new and took the other answers over.

    An answer is taken over where the question and the words that asked it are the same; the rest
    is asked with the recorded settings.
    """
    old = carried.read_old(options.folder)
    access = _access(options, old)
    system = Asking(_plan(options, old), access, meter_of(options), options)
    return system.preview() if options.dry_run else system.ask()


def _access(options: CarryOptions, old: Old) -> EndpointAccess:
    endpoint = options.base_url or old.settings.endpoint
    if endpoint.startswith(LOCAL):
        return replace(access_of(options, endpoint.removeprefix(LOCAL)), base_url=None)
    return replace(access_of(options), base_url=endpoint)


def _plan(options: CarryOptions, old: Old) -> Plan:
    stored = open_release(options.root, options.release)
    release = stored.manifest.release
    if release_order(release) <= release_order(old.submission.release):
        raise UsageError(
            f"{options.folder}: is for release {old.submission.release}; name a newer --release "
            f"than {release}"
        )
    if options.base_url is not None:
        url = access_of(options).url()
        old = old._replace(settings=old.settings.model_copy(update={"endpoint": url}))
    wanted = _asked(options, old, stored)
    old = carried.with_prompts(old, wanted.scorers)
    divided = carried.split(old, wanted.questions, stored.data.resources)
    return Plan(
        folder=options.root / "predictions" / release / old.submission.submission_id,
        card=checked(_card(options, old, release, divided) | wanted.tracks),
        settings=old.settings,
        asked=divided.asked,
        samples=old.samples,
        select=old.select,
        partial=options.partial,
        taken=divided.taken,
    )


class _Asked(NamedTuple):
    """The questions that the system goes on with; tracks: what the card says of them."""

    questions: list[Question]
    scorers: set[str]
    tracks: dict[str, list[str]]


def _asked(options: CarryOptions, old: Old, stored: StoredRelease) -> _Asked:
    every = sorted(stored.data.questions, key=in_order)
    tracks = carried.tracks_of(old, every, options.track)
    mine = [question for question in every if question.track in tracks]
    left_out = sorted({question.track for question in every} - tracks)
    if left_out:
        say(f"left out, as none of it was asked before: {', '.join(left_out)} (--track asks it)")
    splits = carried.splits_of(old, every)
    questions = [question for question in mine if question.split in splits]
    named = {"tracks": sorted(tracks)} if left_out else {}
    return _Asked(questions, {question.scorer for question in mine}, named)


def _card(options: CarryOptions, old: Old, release: str, divided: carried.Split) -> dict[str, Any]:
    card = old.submission.as_json()
    card.pop("tracks", None)
    notes = carried.sentence(divided.taken, len(divided.asked) - len(divided.taken.answers))
    return card | {
        "prompts": old.settings.prompts,
        "release": release,
        "notes": " ".join(filter(None, [card.get("notes"), notes])),
        "command": recorded_command(options, release, "partial"),
    }
