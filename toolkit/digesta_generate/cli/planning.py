"""What ``infer`` is to do, from its options: the plan, and the card of the submission."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from digesta.errors import UsageError
from digesta.records.splits import Splits
from digesta_generate.cli.asking import in_order, tracks_asked
from digesta_generate.cli.command import ABSENT_FROM_CARD, command_line, parsed
from digesta_generate.endpoint.local import LOCAL, MODELS

if TYPE_CHECKING:
    from digesta_generate.cli import options as o
    from digesta_generate.inference.run import Plan
    from digesta_generate.inference.settings import Settings

_DECODING = (
    "temperature", "top_p", "max_tokens", "seed", "providers", "quantizations", "constrained",
    "extraction",
)  # fmt: skip
"""The settings that stand in a submission as its decoding."""


def slug_of(model: str) -> str:
    """Give a submission's id for a model's name.

    >>> slug_of("meta-llama/Llama-3.1-8B")
    'meta-llama-llama-3.1-8b'
    """
    return re.sub(r"[^a-z0-9._-]+", "-", model.lower()).strip("-._")[:100]


def settings_of(ctx: typer.Context, model: str, access: o.Access) -> Settings:
    """Give a model's settings; SubmissionError for options that are none."""
    from digesta.errors import SubmissionError
    from digesta.records.reading import read_record
    from digesta_generate.inference.prompting import chosen
    from digesta_generate.inference.settings import Settings

    given = parsed(ctx)
    said = {
        "model": model,
        "endpoint": access.endpoint,
        "temperature": None if given["temperature"] == "none" else given["temperature"],
        "limit_key": str(given["limit_key"]),
        "prompts": chosen(given["prompts"] or []),
        **{n: given[n] or None for n in ("top_p", "providers", "quantizations")},
        **{n: given[n] for n in ("max_tokens", "seed", "constrained")},
    }
    value = {key: inner for key, inner in said.items() if inner is not None}
    return read_record(Settings, value, "the options", error=SubmissionError)


def plan_of(ctx: typer.Context, settings: Settings, changes: dict[str, Any]) -> Plan:
    """Give what a model is asked, and where its answers go. changes: to the card's command."""
    from digesta.records.base import SLUG
    from digesta.workspace.releases import open_release
    from digesta_generate.cli.conditions import CONDITION_SUFFIX, conditioned, refuse_another
    from digesta_generate.inference.prompting import PASSAGES, PASSAGES_PROMPT, asked
    from digesta_generate.inference.run import Plan

    given = parsed(ctx)
    found = open_release(given["root"], given["release"])
    release = found.manifest.release
    suffix = "-constrained" if settings.constrained else ""
    suffix += CONDITION_SUFFIX[given["condition"]]
    submission = given["submission"] or slug_of(settings.model) + suffix
    if re.fullmatch(SLUG, submission) is None:
        raise UsageError(
            "the submission needs an id of a-z, 0-9, '.', '_' and '-', such as acme-7b; add --id"
        )
    folder = given["root"] / "predictions" / release / submission
    refuse_another(written_card(folder), given, folder)
    tasks = set(given["only"] or [])
    questions = sorted(found.data.questions, key=in_order)
    if unknown := sorted(tasks - {one.task for one in questions}):
        raise UsageError(f"--only: no task {', '.join(unknown)} in release {release}")
    tracks = tracks_asked(given["tracks"] or [], questions, settings.prompts)
    splits = {"public"} if given["split"] == Splits.public else {"public", "holdout"}
    mine = [
        one for one in questions if (tracks is None or one.track in tracks) and one.split in splits
    ]
    wanted = [one for one in mine if not tasks or one.task in tasks]
    wanted = wanted[: given["limit"]]
    used = {one.scorer for one in mine}
    with_passages = conditioned(given, found, wanted, settings)
    used |= {PASSAGES} if with_passages.in_prompt else set()
    known = {PASSAGES: PASSAGES_PROMPT} | settings.prompts
    prompts = {name: prompt for name, prompt in known.items() if name in used}
    settings = settings.model_copy(update={"prompts": prompts})
    trial = bool(tasks or given["limit"])
    without = dict.fromkeys(one for one in ABSENT_FROM_CARD if one != "partial" or not trial)
    command = command_line(ctx, **without | {"release": release} | changes)
    return Plan(
        folder=folder,
        card=_card(
            given | {"tracks": tracks, "retrieved_by": with_passages.card},
            settings, folder, command,
        ),
        settings=settings,
        asked=tuple(
            asked(
                one, prompts, constrained=settings.constrained, resources=found.data.resources,
                passages=with_passages.in_prompt.get(one.question_id),
            )
            for one in wanted
        ),
        samples=given["samples"],
        select=given["select"],
        partial=given["partial"],
        passages=with_passages.record,
    )  # fmt: skip


def _card(given: dict[str, Any], settings: Settings, folder: Path, command: str) -> dict[str, Any]:
    """Give submission.json: what somebody wrote into it stays, what this run knows is new."""
    from digesta.canonical import canonical_bytes
    from digesta.intake import read_submission_metadata
    from digesta_generate.inference.compose import selection

    said = settings.as_json()
    written = written_card(folder)
    model, known = _known_model(settings)
    title = model + (", constrained" if settings.constrained else "")
    names = {
        "model_name": given["name"] or written.get("model_name") or title,
        "organization": given["organization"] or written.get("organization"),
    }
    if names["organization"] is None:
        raise UsageError("who sends it in? add --organization")
    card = (
        {"license": "CC0-1.0"}
        | known
        | written
        | names
        | {
            "submission_id": folder.name,
            "release": folder.parent.name,
            "condition": given["condition"],
            "decoding": {key: said[key] for key in _DECODING if key in said},
            "prompts": settings.prompts,
            "attempts": given["samples"],
            "selection": selection(given["samples"], given["select"]),
            "command": command,
        }
        | given["retrieved_by"]
        | ({"tracks": sorted(given["tracks"])} if given["tracks"] else {})
    )
    return read_submission_metadata(canonical_bytes(card), file="submission.json").as_json()


def _known_model(settings: Settings) -> tuple[str, dict[str, Any]]:
    """Give a model's name, and what of its card is known without asking."""
    if not settings.endpoint.startswith(LOCAL):
        return settings.model, {}
    local = MODELS[settings.endpoint.removeprefix(LOCAL)]
    known = {"notes": local.about, "open_weights": True, "parameters": local.parameters}
    return local.title, known


def written_card(folder: Path) -> dict[str, Any]:
    """Give the submission.json that stands in a folder, or nothing."""
    from digesta.intake import read_submission_metadata
    from digesta.workspace import store

    path = folder / "submission.json"
    if not path.exists():
        return {}
    read_submission_metadata(store.read_bytes(path), file=path.as_posix())
    value: dict[str, Any] = json.loads(store.read_bytes(path))
    return value
