"""Commands for rules without a model: adversaries and baselines, made from a release on disk."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from digesta.errors import UsageError

ReleaseOption = Annotated[
    str | None,
    typer.Option("--release", "-r", help="Release id or folder; the newest if left out."),
]
RootOption = Annotated[Path, typer.Option("--root", help="The workspace's folder.")]
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
    from digesta.cli.workspace import open_release
    from digesta.scoring import adversary_answers

    if name not in ADVERSARIES:
        raise UsageError(f"no adversary {name!r}; there are: {', '.join(ADVERSARIES)}")
    found = open_release(root, release)
    public = found.data.public()
    given = adversary_answers(public, found.data.truths, name, resources=found.data.resources)
    # An abstention is a line too: the file says of every question what was done.
    answers = {question.question_id: given.get(question.question_id) for question in public}
    title, notes = ADVERSARIES[name]
    _write(root, found.manifest.release, ("adversary", name), (title, notes), answers)


def baseline(
    name: Annotated[str, typer.Argument(help="The baseline's name, such as longest.")],
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Write predictions/<release>/baseline-NAME: a rule or a search, without a language model."""
    from digesta.cli.workspace import open_release
    from digesta_generate.baselines import answers, baselines

    known = baselines()
    if name not in known:
        raise UsageError(f"no baseline {name!r}; there are: {', '.join(sorted(known))}")
    found = open_release(root, release)
    rule = known[name]
    given = answers(rule, found.data.questions, found.data.truths)
    tracks = {one.track for one in found.data.questions if one.question_id in given}
    whole = tracks == {one.track for one in found.manifest.tracks}
    notes = " ".join(rule.about.split())
    _write(
        root, found.manifest.release, ("baseline", name), (rule.model_name, notes), given,
        tracks=None if whole else sorted(tracks),
    )  # fmt: skip


def _write(
    root: Path,
    release: str,
    kind: tuple[str, str],
    named: tuple[str, str],
    answers: dict[str, Any],
    *,
    tracks: list[str] | None = None,
) -> None:
    from digesta import store
    from digesta.model.submission import Submission
    from digesta_generate.making import submission_files

    submission_id = "-".join(kind)
    submission = Submission(
        submission_id=submission_id,
        release=release,
        model_name=named[0],
        organization="Digesta",
        notes=named[1],
        tracks=tracks,
        attempts=1,
        license="CC0-1.0",
        command=f"digesta-generate {kind[0]} {kind[1]} --release {release}",
    )
    folder = root / "predictions" / release / submission_id
    store.write_tree(folder, submission_files(submission, answers), replace=True)
    sys.stdout.write(f"{folder.as_posix()}: {len(answers)} answers\n")
