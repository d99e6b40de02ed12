"""Submissions of rules and searches without a model: adversaries and baselines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from digesta.board.adversaries import ADVERSARIES
from digesta.errors import UsageError
from digesta.records.base import release_parts
from digesta.records.submission import Card
from digesta.scoring.facts import adversary_answers
from digesta.workspace.cards import COMPRESSED, PREDICTIONS
from digesta.workspace.compression import pack
from digesta.workspace.releases import open_release
from digesta_generate.baselines import BaselineAnswer, Sources, answers, baselines
from digesta_generate.baselines.options import AdversaryOptions, BaselineOptions
from digesta_generate.compilations.statutes import Clause
from digesta_generate.compilations.statutes import clauses as clauses_in
from digesta_generate.compilations.statutes.index import NAME, match_index, read_index
from digesta_generate.inference.folder import (
    WrittenSubmission,
    put_submission,
    submission_files,
)
from digesta_generate.similarity.e5 import record_vectors, tables, write_table


def adversary(options: AdversaryOptions) -> WrittenSubmission:
    """Return where an adversary's answers are: a system that knows no law.

    Older releases keep them among the submissions, which record this command. Where there is
    no such folder, boards compute them.
    """
    if options.name not in ADVERSARIES:
        raise UsageError(f"no adversary {options.name!r}; there are: {', '.join(ADVERSARIES)}")
    stored = open_release(options.root, options.release)
    data = stored.data
    made = adversary_answers(
        *(data.public(), data.truths, options.name),
        resources=data.resources,
        stats=data.manifest.statistics,
    )
    # An abstention is a line too: the file says of every question what was done.
    every = {key: BaselineAnswer(answer) for key, answer in made.items()}
    card = ADVERSARIES[options.name]._asdict()
    return _write(options, stored.manifest.release, card, every)


def baseline(options: BaselineOptions) -> WrittenSubmission:
    """Return where a baseline's answers are: of the scorers that it has a way for."""
    known, name = baselines(), options.name
    if name not in known:
        raise UsageError(f"no baseline {name!r}; there are: {', '.join(sorted(known))}")
    stored = open_release(options.root, options.release)
    rule, data = known[name], stored.data
    clauses = None if options.statutes is None else _clauses(options.statutes, data.resources)
    with tables(options.root), record_vectors() as vectors:
        made = answers(rule, data.questions, Sources(data.truths, data.resources, clauses))
    if not made:
        scorers = ", ".join(sorted({question.scorer for question in data.questions}))
        raise UsageError(f"{name} answers {', '.join(rule.ways)}; this release asks: {scorers}")
    if options.table is not None:
        write_table(options.root / "vectors" / options.table, vectors)
    tracks = {question.track for question in data.questions if question.question_id in made}
    whole = tracks == {track.track for track in stored.manifest.tracks}
    card = {
        "model_name": rule.model_name,
        "notes": " ".join(rule.about.split()),
        "tracks": None if whole else sorted(tracks),
        "condition": rule.condition,
        "retriever": rule.retriever,
    }
    return _write(options, stored.manifest.release, card, made)


def _clauses(statutes: Path, resources: Mapping[str, Any]) -> list[Clause]:
    """Return the clauses of a release's indexes, with their texts."""
    clauses = clauses_in(statutes)
    paths = sorted(path for path in resources if path.endswith(f"/{NAME}"))
    return [
        clause
        for path in paths
        for clause in match_index(read_index(resources, path), clauses, file=f"resources/{path}")
    ]


def _write(
    options: AdversaryOptions | BaselineOptions,
    release: str,
    card: Mapping[str, Any],
    answers: Mapping[str, BaselineAnswer],
) -> WrittenSubmission:
    """Write a submission's folder, which is named after the command and the rule."""
    submission = Card(
        submission_id=f"{options.command}-{options.name}",
        release=release,
        organization="Digesta",
        attempts=1,
        license="CC0-1.0",
        command=options.without("root", "table").line(release=release),
        **card,
    )
    folder = options.root / "predictions" / release / submission.submission_id
    files = submission_files(
        submission,
        {key: answer.answer for key, answer in answers.items()},
        passages={key: answer.passages for key, answer in answers.items()},
    )
    if release_parts(release).series:
        files[COMPRESSED] = pack(files.pop(PREDICTIONS))
    put_submission(folder, files)
    return WrittenSubmission(folder, len(answers))
