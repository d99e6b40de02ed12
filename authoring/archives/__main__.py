"""The command that makes a draft and submissions of an archive."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from authoring.archives import disc, lexeval, mmlu_pro, muser, oab_bench, oab_citations
from authoring.archives.oab_judge import write_judge
from authoring.archives.shelf import write_draft, write_system
from authoring.commands import run
from digesta.errors import UsageError
from digesta.records.base import release_parts
from digesta.workspace.drafts import refuse_release

MODULES = (mmlu_pro, disc, lexeval, *muser.SETS, oab_bench, oab_citations)
ARCHIVES: dict[str, Any] = {archive.SERIES: archive for archive in MODULES}
EXAMPLE = (
    "authoring.archives mmlu-pro-law FOLDER --released 2026-11-23 --draft build/drafts/mmlu-pro-law"
)


def archives(
    series: Annotated[str, typer.Argument(help=f"One of: {', '.join(ARCHIVES)}.")],
    source: Annotated[Path, typer.Argument(help="The folder of the original's files.")],
    released: Annotated[str, typer.Option("--released", help="YYYY-MM-DD of the release.")],
    draft: Annotated[Path, typer.Option("--draft", help="The draft's folder, a new one.")],
    root: Annotated[Path, typer.Option("--root", help="The workspace.")] = Path(),
) -> None:
    """Write a draft of another's benchmark, and its published answers as submissions."""
    if series not in ARCHIVES:
        raise UsageError(f"no archive {series!r}; there are: {', '.join(ARCHIVES)}")
    refuse_release(draft, root)
    module, release = ARCHIVES[series], f"{series}-{released}"
    pairs = list(module.questions(source, release_parts(release).day))
    ids = write_draft(
        draft,
        module.manifest(release),
        [question for question, _ in pairs],
        [truth for _, truth in pairs],
        limits=module.LIMITS,
    )
    manifest = module.manifest(release)
    card = {
        "release": release,
        "url": manifest["archive"]["url"],
        "license": manifest["archive"]["license"],
        "notes": f"Published with {manifest['archive']['source']}.",
        "condition": manifest["tracks"][0]["conditions"][0],
        "command": f"python -m authoring.archives {series} FOLDER --released {released}",
    }
    folder = root / "predictions" / release
    systems = list(module.systems(source))
    names = [write_system(folder, system, ids, card) for system in systems]
    if hasattr(module, "judge"):
        answers = dict(zip(names, (system.replies for system in systems), strict=True))
        truths = {truth["question_id"]: truth["truth"] for _, truth in pairs}
        write_judge(folder, module.judge(source), ids, answers=answers, truths=truths)
    sys.stdout.write(f"{draft.as_posix()}: {len(ids)} questions; {folder}: {len(names)} systems\n")


if __name__ == "__main__":
    run(archives, example=EXAMPLE)
