"""``submission.json``: fields that people wrote stay, and those that a run knows are rewritten."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.errors import UsageError
from digesta.intake import read_submission_metadata
from digesta.workspace import store
from digesta_generate.endpoint.local import model_of
from digesta_generate.inference.compose import selection
from digesta_generate.inference.settings import Settings
from digesta_generate.inference.systems.options import InferOptions
from digesta_generate.options import Options

_ELSEWHERE = {"model", "endpoint", "limit_key", "prompts"}
"""Settings of a submission that are not its decoding."""

_ABSENT = ("root", "dry_run", "threads", "max_cost", "max_tokens_total", "max_minutes")


def recorded_command(options: Options, release: str, *absent: str) -> str:
    """Return the command that a submission records, without its root and its caps.

    absent: further options without influence on the answers, left out too.
    """
    kept = options.without(*_ABSENT, *absent)
    local = getattr(kept, "local", None)
    # Of a path only the file's name: folders are the machine's own.
    return kept.line(release=release, **({"local": Path(local).name} if local else {}))


def written_card(folder: Path) -> dict[str, Any]:
    """Return the ``submission.json`` of a folder, or nothing."""
    path = folder / "submission.json"
    if not path.exists():
        return {}
    data = store.read_bytes(path)
    read_submission_metadata(data, file=path.as_posix())
    value: dict[str, Any] = json.loads(data)
    return value


def validate_card(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return a card as it is written, or raise SubmissionError."""
    return read_submission_metadata(canonical_bytes(card), file="submission.json").as_json()


def organization_of(option: str | None, written: Mapping[str, Any]) -> str:
    """Return who sends a submission in, by the option or as before, or raise UsageError."""
    organization = option or written.get("organization")
    if organization is None:
        raise UsageError("the submitter is missing; add --organization")
    return str(organization)


def card_of(
    options: InferOptions, settings: Settings, folder: Path, more: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a model's card. more: members for the condition, the tracks and the command."""
    values = settings.as_json()
    written = written_card(folder)
    model, known = _known_model(settings, options.local)
    title = model + (", constrained" if settings.constrained else "")
    card = {
        "license": "CC0-1.0",
        **known,
        **written,
        "model_name": options.name or written.get("model_name") or title,
        "organization": organization_of(options.organization, written),
        "submission_id": folder.name,
        "release": folder.parent.name,
        "condition": options.condition,
        "decoding": {key: values[key] for key in values if key not in _ELSEWHERE},
        "prompts": settings.prompts,
        "attempts": options.replies,
        "selection": selection(options.replies, options.select),
        **more,
    }
    return validate_card(card)


def _known_model(settings: Settings, local: str | None) -> tuple[str, dict[str, Any]]:
    """Return a model's title and the members of its card that are known beforehand."""
    if local is None:
        return settings.model, {}
    model = model_of(local)
    known = {"notes": model.about, "open_weights": True, "parameters": model.parameters}
    return model.title, known if model.about else {}
