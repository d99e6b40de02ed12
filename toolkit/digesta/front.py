"""The Python interface: open a workspace, read a release, score, make a board, compare.

The command line and the generator use the same names. A faulty file raises an ``InputError`` that
lists every problem with its place and its fix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digesta.errors import DigestaError, InputError, UsageError
from digesta.scoring.facts import UNJUDGED, TaskFacts
from digesta.scoring.submission import ScoredSubmission, entered_card
from digesta.table import Table
from digesta.workspace.releases import StoredRelease, open_release, release_folders, workspace_root
from digesta.workspace.submissions import (
    Answers,
    answers_in_memory,
    mark,
    read_answers,
    refuse_folder,
    submission_folders,
)

if TYPE_CHECKING:
    import pandas as pd

    from digesta.records.question import Question, Truth
    from digesta.records.submission import Card


def open(path: str | Path = ".") -> Workspace:  # noqa: A001 - as in gzip.open: digesta.open
    """Return the workspace of a path: the nearest folder, here or above, that has releases.

    Raises UsageError if there is none; for a bundle it says what opens that.

    >>> digesta.open(".").release().id
    '2026-11-30'
    """
    if Path(path).is_file():
        raise UsageError(
            f"{path}: a file; open a bundle with Workspace(Path()).release({str(path)!r})"
        )
    root = workspace_root(Path(path))
    if not release_folders(root):
        raise UsageError(f"{path}: not in a workspace: no folder above it has releases/<id>/")
    return Workspace(root)


@dataclass(frozen=True)
class Workspace:
    """A folder of releases and their submissions. root: the folder.

    >>> workspace = digesta.open(".")
    >>> workspace.release("2026-11-22.6").id
    '2026-11-22.6'
    """

    root: Path

    def releases(self) -> list[str]:
        """Return the ids of the releases and archives, oldest first."""
        return [folder.name for folder in release_folders(self.root)]

    def release(self, wanted: str | Path | None = None) -> Release:
        """Return a release by id, folder or bundle, or the newest. Every digest is checked."""
        return Release(open_release(self.root, None if wanted is None else str(wanted)))

    def submissions(self, release: Release | None = None) -> tuple[Submission, ...]:
        """Return every committed submission to a release (default: the newest), sorted by id.

        A folder that cannot be read is left out and reported on stderr.
        """
        from digesta.workspace.boards import report_problems

        release = release or self.release()
        read = list[Submission]()
        for folder in submission_folders(self.root, release.id):
            try:
                read.append(release.read(folder))
            except InputError as error:
                report_problems(map(str, error.problems))
        return tuple(read)


@dataclass(frozen=True, eq=False, repr=False)
class Release:
    """A dated, immutable set of questions and truths that scores public questions.

    >>> release = digesta.open(".").release()
    >>> release.read(f"predictions/{release.id}/baseline-longest").id
    'baseline-longest'
    """

    stored: StoredRelease

    def __repr__(self) -> str:
        tracks = ", ".join(track.track for track in self.stored.manifest.tracks)
        return f"<Release {self.id}: {len(self.stored.compiled.known)} questions of {tracks}>"

    @property
    def id(self) -> str:
        """The release's id, such as ``2026-11-22``."""
        return self.stored.manifest.release

    @property
    def questions(self) -> Sequence[Question]:
        """All questions, public and sealed, without their truths."""
        return self.stored.data.questions

    @property
    def truths(self) -> Mapping[str, Truth]:
        """The truths of public questions, by question id. Sealed truths are not included."""
        public = {key for task in self.stored.compiled.tasks for key in task.ids}
        return self.stored.questions_of(public)[1]

    def read(self, path: str | Path | Mapping[str, Any], *, name: str = "answers") -> Submission:
        """Return a submission from its folder, a predictions file or memory.

        path: a folder, a file, or a mapping of question id to answer (a JSON value). name: the id
        of a submission from memory. Any problem raises SubmissionError, which lists all problems.
        """
        if isinstance(path, Mapping):
            compiled = self.stored.compiled
            return Submission(self, answers_in_memory(path, compiled, name=name))
        refuse_folder(self.stored, Path(path))
        return Submission(self, read_answers(Path(path), self.stored.compiled))

    def read_all(
        self, places: Sequence[str | Path], *, parts: int | None = None
    ) -> Iterator[Submission]:
        """Yield submissions in order, read and marked by the open engine.

        places: folders, files, or URLs of files that fsspec reads (``s3://…``). parts: the number
        of shards of each; None: as the engine has workers. Raises the errors of ``read``.
        """
        from digesta.workspace.addresses import is_address
        from digesta.workspace.marks import marked_submissions

        for place in places:
            if not is_address(place):
                refuse_folder(self.stored, Path(place))
        for each in marked_submissions(self.stored, places, parts=parts):
            if isinstance(each, DigestaError):
                raise each
            yield Submission(self, each.answers, each.facts)

    def score(self, submission: Submission, *, verdicts: str | Path | None = None) -> Score:
        """Return a submission's scores on the public questions.

        verdicts: a judge's folder, or a verdict file in it, for tracks that need a judge.
        """
        bare = submission.marks
        if verdicts is None:
            return Score(submission, bare)
        from digesta.workspace.judges import judged_at_home

        return Score(submission, bare, judged_at_home(Path(verdicts), self.stored, bare))

    def board(self, name: str, submissions: Sequence[Submission]) -> Table:
        """Return a board of these submissions, best first, with 95 % intervals.

        name: ``<track>[/<category>[/<task>]]@<condition>``. The board has no ranks, because
        maintainers decide which systems may rank.
        """
        from digesta.board.boards import boards

        marks = [submission.marks for submission in submissions]
        every = boards(self.stored.compiled, marks)
        known = {path: board for board in every for path in (board.path, *board.addresses)}
        if name not in known:
            raise UsageError(f"no board {name!r}; there are: {', '.join(sorted(known))}")
        keys = ("submission_id", "model_name", "organization", "score", "low", "high")
        board = known[name].as_json()
        rows = [
            {key: row[key] for key in (*keys, "missing", "unreadable")} for row in board["rows"]
        ]
        return Table(f"{board['title']}: {board['metric']}, n {board['n']}, {name}", rows)


@dataclass(frozen=True, eq=False, repr=False)
class Submission:
    """The answers of one system to one release, checked.

    >>> submission.id, submission.card.organization
    ('baseline-longest', 'Digesta')
    """

    release: Release
    answers: Answers
    facts: tuple[TaskFacts, ...] | None = None

    def __repr__(self) -> str:
        return f"<Submission {self.id} to {self.release.id}: {self.answers.count} answers>"

    @property
    def id(self) -> str:
        """The submission's id, and the name of its folder."""
        return self.card.submission_id

    @property
    def card(self) -> Card:
        """The contents of its ``submission.json``."""
        return self.answers.card

    @cached_property
    def marks(self) -> ScoredSubmission:
        """The submission with its marks: a row of integers for each answer."""
        facts = self.facts or mark(self.release.stored.compiled, self.answers)
        compiled, own = self.release.stored.compiled, self.answers
        card = entered_card(compiled, own.card, own.answers, own.traces)
        return ScoredSubmission(card, own.sha256, facts, own.answers, traces=own.traces)

    def explain(self, question: str) -> dict[str, Any]:
        """Return how one answer was marked: question, truth, answer, facts, metrics and reason.

        question: an id, at least its first 6 characters, or its number in the release, from 0.
        """
        from digesta.scoring.explanation import explain, place_of

        stored = self.release.stored
        task, index = place_of(stored.compiled, question)
        records = stored.questions_of({task.ids[index]})
        return explain(stored.compiled, records, self.answers.answers, task.ids[index])


class Score(Mapping[str, Fraction]):
    """A submission's scores: a mapping of ``track[/category[/task]]`` to an exact share in [0, 1].

    It lacks tracks that were not entered or that need a judge's verdicts.

    >>> score["halacha"]
    Fraction(4636, 19635)
    >>> score["halacha/zmanim_calendar"] <= 1
    True
    """

    def __init__(
        self, submission: Submission, bare: ScoredSubmission, judged: ScoredSubmission | None = None
    ) -> None:
        self.submission = submission
        self._bare = bare
        self._judged = judged
        self._scored = judged or bare
        self._compiled = submission.release.stored.compiled

    def __getitem__(self, name: str) -> Fraction:
        return self._shares[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._shares)

    def __len__(self) -> int:
        return len(self._shares)

    def __repr__(self) -> str:
        return repr(self.table)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def to_pandas(self) -> pd.DataFrame:
        """Return the table as a data frame. Raises ImportError without pandas."""
        return self.table.to_pandas()

    @property
    def signature(self) -> str:
        """Versions of all that the scores depend on: scorers, release, normalisers, statistics."""
        from digesta.board.specs import signature

        return signature(self._compiled, self._compiled.tasks)

    @property
    def missing(self) -> int:
        """Number of questions without an answer, in entered tracks. They count as wrong."""
        return self._count("missing")

    @property
    def unreadable(self) -> int:
        """Number of answers that are not in the required form. They count as wrong."""
        return self._count("unreadable")

    def _count(self, column: str) -> int:
        scored = self._scored
        mine = (f for f in scored.facts if scored.card.claims(f.task.track))
        return sum(int(facts.sums[column]) for facts in mine)

    @cached_property
    def table(self) -> Table:
        """Every track, category and task: metric, score, chance, n, missing, unreadable."""
        return Table(f"{self.submission.id}, {self.signature}", self.summary()["scores"])

    def facts(self, task: str) -> Table:
        """Return the row of integers of each question of a task. task: its name or path."""
        known = {f"{f.task.track}/{f.task.category}/{f.task.task}": f for f in self._scored.facts}
        paths = [path for path in known if path == task or path.endswith(f"/{task}")]
        if len(paths) != 1:
            there = ", ".join(known)
            raise UsageError(f"{len(paths)} tasks are named {task!r}; the tasks are: {there}")
        facts = known[paths[0]]
        columns = ("question_id", *facts.task.scorer.column_names)
        rows = zip(facts.task.ids, facts.rows.tolist(), strict=True)
        return Table(paths[0], [dict(zip(columns, (i, *row), strict=True)) for i, row in rows])

    def summary(self) -> dict[str, Any]:
        """Return the scores of entered tracks, with 95 % intervals, as a JSON value."""
        from digesta.board.report import summary

        named = {"submission_id": self.submission.id, "predictions": self._bare.predictions_sha256}
        if self._judged is not None:
            named |= {"judge": self._judged.judge, "verdicts": self._judged.verdicts_sha256}
        return summary(self._compiled, self._scored, named=named)

    def report(self) -> dict[str, Any]:
        """Return all scores with 95 % intervals and every metric, as a JSON value."""
        from digesta.board.report import has_entered, report

        entered = filter(partial(has_entered, self._scored), self._compiled.release.tracks)
        names = {track.track for track in entered}
        ids = {key for t in self._compiled.tasks if t.track in names for key in t.ids}
        records = self.submission.release.stored.questions_of(ids)
        return report(self._compiled, self._bare, self._judged, records=records)

    @cached_property
    def _shares(self) -> dict[str, Fraction]:
        from digesta.board.report import has_entered
        from digesta.board.specs import specs

        shares = dict[str, Fraction]()
        for track in filter(partial(has_entered, self._scored), self._compiled.release.tracks):
            mine = self._scored.by_task(track.track)
            for spec in specs(track, self._compiled.tasks_of(track.track)):
                if not spec.score.count(UNJUDGED, mine):
                    share = spec.score.value(mine)
                    shares |= dict.fromkeys((spec.path, *spec.also), share)
        return shares


def compare(*submissions: Submission) -> Table:
    """Return the paired differences of submissions to one release, for each pair and board.

    ``separable``: the paired test with Holm's correction is significant. The interval then
    excludes 0.

    >>> next(iter(digesta.compare(submission, other)))["separable"]
    False
    """
    value = comparison(*submissions)
    kept = ("board", "metric", "n", "a", "b", "difference", "low", "high", "separable")
    rows = [{key: pair[key] for key in kept} for pair in value["pairs"]]
    return Table(f"release {value['release']}: paired differences, 95 % intervals", rows)


def comparison(*submissions: Submission, verdicts: str | Path | None = None) -> dict[str, Any]:
    """Return the comparison of ``compare`` by question, as a JSON value.

    verdicts: the folder of a judge, for tracks that need one. Then the correction covers only these
    submissions; otherwise it covers all of the release.
    """
    from digesta.board.comparison import pairwise
    from digesta.workspace.boards import compared_submissions
    from digesta.workspace.judges import judged_at_home

    if len(submissions) < 2:  # noqa: PLR2004 - a comparison needs two
        raise UsageError("compare needs at least two submissions")
    refuse_repeats([submission.id for submission in submissions])
    release = submissions[0].release
    shown = frozenset(submission.id for submission in submissions)
    if verdicts is not None:
        marked = [judged_at_home(Path(verdicts), release.stored, own.marks) for own in submissions]
        return pairwise(release.stored.compiled, marked, shown=shown)
    # A pair is corrected with all others of its family, as on the site.
    others = compared_submissions(release.stored.root.parent.parent, release.stored)
    standing = {(each.card.submission_id, each.predictions_sha256): each for each in others}
    pairs = [(standing.get((each.id, each.answers.sha256)), each.marks) for each in submissions]
    own = [replace(there or mine, card=mine.card) for there, mine in pairs]
    among = [each for each in others if each.card.submission_id not in shown]
    return pairwise(release.stored.compiled, [*own, *among], shown=shown)


def refuse_repeats(names: Sequence[str]) -> None:
    """Raise UsageError if two submissions have the same id."""
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise UsageError(
            f"{', '.join(twice)}: named twice; give folders, or files with different names"
        )
