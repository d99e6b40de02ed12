"""Commands for rules without a model: adversaries and baselines, made from a release on disk."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.errors import UsageError

if TYPE_CHECKING:
    from digesta_generate.statutes import Clause

ReleaseOption = Annotated[
    str | None,
    typer.Option("--release", "-r", help="Release id or folder; the newest if left out."),
]
RootOption = Annotated[Path, typer.Option("--root", help="The workspace's folder.")]
StatutesOption = Annotated[
    Path | None, typer.Option("--statutes", help="Folder of statutes, for a search of clauses.")
]
HERE = Path()

ADVERSARIES = {
    "silent": ("Silent", "Answers nothing: every question is an abstention."),
    "constant": (
        "Best constant",
        "An oracle: per task and form of answer, the one constant that earns most.",
    ),
    "random": (
        "Uniform guess",
        "The file is one seeded draw; boards show the exact average over all draws.",
    ),
    "enumerate": ("Everything at once", "Names all that the form of the answer allows."),
    "echo": ("Echo", "Returns the question."),
}
"""Model name and notes of the five adversaries (architecture.md section 6)."""


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(epilog="Example: digesta-generate adversary constant --release 2026-11-22")(
        adversary
    )
    app.command(epilog="Example: digesta-generate baseline longest --release 2026-11-22")(baseline)


def adversary(
    name: Annotated[str, typer.Argument(help="silent, constant, random, enumerate or echo.")],
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Write predictions/<release>/adversary-NAME: a system that knows no law."""
    from digesta.scoring.compiled import adversary_answers
    from digesta.workspace.releases import open_release

    if name not in ADVERSARIES:
        raise UsageError(f"no adversary {name!r}; there are: {', '.join(ADVERSARIES)}")
    found = open_release(root, release)
    public = found.data.public()
    given = adversary_answers(public, found.data.truths, name, resources=found.data.resources)
    # An abstention is a line too: the file says of every question what was done.
    answers = {question.question_id: given.get(question.question_id) for question in public}
    title, notes = ADVERSARIES[name]
    card = {"model_name": title, "notes": notes}
    _write(root, found.manifest.release, f"adversary {name}", card, answers)


def baseline(
    name: Annotated[str, typer.Argument(help="The baseline's name, such as longest.")],
    release: ReleaseOption = None,
    root: RootOption = HERE,
    statutes: StatutesOption = None,
) -> None:
    """Write predictions/<release>/baseline-NAME: a rule or a search, without a language model.

    A baseline answers the questions of the scorers that it has a way for, those of sealed truths
    too. What searches clauses needs --statutes.
    """
    from digesta.workspace.releases import open_release
    from digesta_generate.baselines import Sources, answers, baselines

    known = baselines()
    if name not in known:
        raise UsageError(f"no baseline {name!r}; there are: {', '.join(sorted(known))}")
    found = open_release(root, release)
    rule, data = known[name], found.data
    clauses = None if statutes is None else _clauses(statutes, data.resources)
    given = answers(rule, data.questions, Sources(data.truths, data.resources, clauses))
    if not given:
        asked = ", ".join(sorted({one.scorer for one in data.questions}))
        raise UsageError(f"{name} answers {', '.join(rule.ways)}; this release asks: {asked}")
    tracks = {one.track for one in data.questions if one.question_id in given}
    whole = tracks == {one.track for one in found.manifest.tracks}
    card = {
        "model_name": rule.model_name,
        "notes": " ".join(rule.about.split()),
        "tracks": None if whole else sorted(tracks),
        "condition": rule.condition,
        "retriever": rule.retriever,
    }
    _write(
        root, found.manifest.release, f"baseline {name}", card,
        {key: one.answer for key, one in given.items()},
        passages={key: one.passages for key, one in given.items()}, statutes=statutes,
    )  # fmt: skip


def _clauses(statutes: Path, resources: Mapping[str, Any]) -> list[Clause]:
    """Give the clauses of a release's indexes, with their texts."""
    from digesta_generate.statutes import clauses
    from digesta_generate.statutes.index import NAME, indexed, read_index

    found = clauses(statutes)
    paths = sorted(path for path in resources if path.endswith(f"/{NAME}"))
    return [
        clause
        for path in paths
        for clause in indexed(read_index(resources, path), found, file=f"resources/{path}")
    ]


def _write(
    root: Path,
    release: str,
    rule: str,
    card: Mapping[str, Any],
    answers: Mapping[str, Any],
    *,
    passages: Mapping[str, Sequence[str]] | None = None,
    statutes: Path | None = None,
) -> None:
    """Write a submission's folder. rule: as the command names it, such as ``adversary echo``."""
    from digesta.records.submission import Submission
    from digesta_generate.inference.folder import put_submission, submission_files

    told = "" if statutes is None else f" --statutes {shlex.quote(statutes.as_posix())}"
    submission = Submission(
        submission_id=rule.replace(" ", "-"),
        release=release,
        organization="Digesta",
        attempts=1,
        license="CC0-1.0",
        command=f"digesta-generate {rule} --release {release}{told}",
        **card,
    )
    folder = root / "predictions" / release / submission.submission_id
    files = submission_files(submission, answers, passages=passages or {})
    put_submission(folder, files)
    sys.stdout.write(f"{folder.as_posix()}: {len(answers)} answers\n")
