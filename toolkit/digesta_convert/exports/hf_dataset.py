"""A folder that ``datasets`` loads: the public questions with their truths, a config a track.

``README.md`` is the card, with the configs in its YAML; ``data/<track>.jsonl`` holds a question a
line. ``ask``, ``truth`` and ``source_refs`` are JSON in a text: their keys are the scorer's, and
differ between questions. Sealed questions and the release's other files are left out.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import orjson

from digesta.records.question import Question, Truth
from digesta.records.release import Manifest
from digesta_convert.exports.base import Exporter, ExportInputs
from digesta_convert.exports.texts import text_of, yaml
from digesta_convert.shared.converter import Report

SPLIT = "test"
"""The split that every config has: nothing here is for training."""

_HUB_LICENSES = {
    "Apache-2.0", "CC0-1.0", "CC-BY-3.0", "CC-BY-4.0", "CC-BY-SA-3.0", "CC-BY-SA-4.0", "MIT",
}  # fmt: skip
"""Those that the Hub has a name for: in small letters. The card says ``other`` for the rest."""


def write(inputs: ExportInputs) -> Report:
    """Return the card and a file for each track."""
    lines: dict[str, list[bytes]] = defaultdict(list)
    languages = set[str]()
    for question, truth in inputs.questions():
        line = _line(question, truth) | {"canary": inputs.release.manifest.canary}
        lines[question.track].append(orjson.dumps(line))
        languages.add(question.language)
    manifest = inputs.release.manifest
    files = {f"data/{track}.jsonl": b"\n".join([*own, b""]) for track, own in lines.items()}
    sealed = len(inputs.release.data.holdout())
    notes = (f"left out: {sealed} sealed questions",) if sealed else ()
    return Report({"README.md": _card(manifest, list(lines), sorted(languages)), **files}, notes)


def _line(question: Question, truth: Truth) -> dict[str, Any]:
    fields = question.as_json()
    return {
        **{name: fields[name] for name in ("question_id", "track", "category", "task")},
        **{name: fields[name] for name in ("scorer", "language", "turns")},
        "shown_sources": fields.get("shown_sources", []),
        "ask": text_of(fields["ask"]),
        "truth": text_of(truth.truth),
        "source_refs": text_of([each.as_json() for each in truth.source_refs]),
        "law_as_of": fields.get("law_as_of", ""),
        **{name: fields[name] for name in ("cluster_id", "difficulty", "released")},
        **{name: fields[name] for name in ("license", "attribution")},
        "tags": fields.get("tags", []),
    }


def _card(manifest: Manifest, tracks: list[str], languages: list[str]) -> bytes:
    known = [name.lower() for name in manifest.licenses if name in _HUB_LICENSES]
    head = {
        "pretty_name": f"Digesta {manifest.release}: {manifest.title}",
        "language": languages,
        "license": known if len(known) == len(manifest.licenses) else "other",
        "tags": ["legal", "benchmark"],
        "configs": [
            {"config_name": track, "data_files": [{"split": SPLIT, "path": f"data/{track}.jsonl"}]}
            for track in tracks
        ],
    }
    notices = [
        f"## {track.title}\n\n{track.about}\n\n{track.notice['en']}\n" for track in manifest.tracks
    ]
    archive = manifest.archive
    place = f": {archive.url}" if archive and archive.url else ""
    source = f"\n{archive.source}{place}; {archive.attribution}.\n" if archive else ""
    body = (
        f"# Digesta, release {manifest.release}\n\n{manifest.title}.\n{source}\n"
        "The public questions with their truths, a config for each track. `ask`, `truth` and "
        f"`source_refs` are JSON.\n\nFor evaluation alone; canary {manifest.canary}.\n\n"
    )
    return f"---\n{yaml(head)}---\n{body}{chr(10).join(notices)}".encode()


EXPORTER = Exporter(
    name="hf_dataset",
    about="A folder that Hugging Face's datasets loads: README.md, and data/TRACK.jsonl of the "
    "public questions with their truths.",
    export_example="hf_dataset releases/2026-11-22.6 -o build/dataset",
    write=write,
)
