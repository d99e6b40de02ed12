"""An archive as files, from the folder of its original: a draft, submissions and a judge."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from authoring.archives import (
    acord,
    disc,
    lexeval,
    magis,
    mmlu_pro,
    muser,
    oab_bench,
    oab_citations,
)
from authoring.archives.oab_judge import judge_files
from authoring.archives.shelf import draft_files, system_files
from digesta.records.base import release_parts
from digesta.releases.cut import listing
from digesta.releases.data import final_ids, parse_release

MODULES = (mmlu_pro, disc, lexeval, *muser.SETS, oab_bench, oab_citations, acord, magis)
ARCHIVES: Mapping[str, Any] = {archive.SERIES: archive for archive in MODULES}
"""What is drawn, by series."""


class ArchiveFiles(NamedTuple):
    """The files of a draft, and of its predictions' folder, by path; how many systems there are."""

    draft: Mapping[str, bytes]
    predictions: Mapping[str, bytes]
    systems: int


def archive_files(series: str, source: Path, released: str) -> ArchiveFiles:
    """Return an archive's files. source: the folder of the original. released: YYYY-MM-DD."""
    module, release = ARCHIVES[series], f"{series}-{released}"
    pairs = list(module.questions(source, release_parts(release).day))
    manifest = module.manifest(release)
    if hasattr(module, "judge_tables"):
        manifest["archive"]["judged"] = module.judge_tables(source)
    draft, ids = draft_files(
        manifest,
        [question for question, _ in pairs],
        [truth for _, truth in pairs],
        limits=module.LIMITS,
        resources=module.resources(source) if hasattr(module, "resources") else {},
    )
    card = {
        "release": release,
        "url": manifest["archive"]["url"],
        "license": manifest["archive"]["license"],
        "notes": f"Published with {manifest['archive']['source']}.",
        "condition": manifest["tracks"][0]["conditions"][0],
        "command": f"python -m authoring.archives {series} FOLDER --released {released}",
    }
    systems = list(module.systems(source))
    files, names = dict[str, bytes](), list[str]()
    for system in systems:
        name, own = system_files(system, ids, card)
        files |= {f"{name}/{path}": data for path, data in own.items()}
        names.append(name)
    if hasattr(module, "judge"):
        answers = dict(zip(names, (system.replies for system in systems), strict=True))
        truths = {truth["question_id"]: truth["truth"] for _, truth in pairs}
        files |= judge_files(module.judge(source), ids, answers=answers, truths=truths)
    return ArchiveFiles(draft, files, len(names))


def files_of(release: str, source: Path) -> dict[str, bytes]:
    """Return what an archive's release and predictions hold, by path in a workspace."""
    parts = release_parts(release)
    made = archive_files(parts.series, source, release.removeprefix(f"{parts.series}-"))
    draft = parse_release(made.draft, name="draft")
    own = listing(draft, made.draft, final_ids(draft.questions))
    files = {f"releases/{release}/{path}": data for path, data in own.items()}
    return files | {f"predictions/{release}/{path}": d for path, d in made.predictions.items()}
