"""Decisions on submissions and judges: one, or a file of them that is taken whole or refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import zip_longest
from pathlib import Path

from digesta.board.adversaries import IDS, adversary_card
from digesta.board.names import taken_names
from digesta.errors import InputError, Problem, SubmissionError, UsageError
from digesta.intake import LIMITS
from digesta.intake.records import RecordFile
from digesta.records.log import JudgeDecision
from digesta.records.read import read_record
from digesta.records.submission import OUT, Decision, DecisionRow
from digesta.releases.data import DECISIONS, JUDGES
from digesta.releases.log import latest_decisions
from digesta.sheets.files import tables_of
from digesta.workspace import store
from digesta.workspace.boards import bare_inputs, scores_of
from digesta.workspace.cards import read_card
from digesta.workspace.holdout.score_files import attempts_in, read_scores, score_files
from digesta.workspace.judges import FOLDER, digests_to_accept
from digesta.workspace.logs import Fields, add_lines
from digesta.workspace.owner.organizations import require_word
from digesta.workspace.releases import StoredRelease, read_records
from digesta.workspace.submissions import computed_names, refuse_decision, submission_folders


def decide(
    root: Path, wanted: str | None, fields: Mapping[str, str], *, confirmed: bool, key: Path | None
) -> tuple[Path, Fields]:
    """Log a decision on a submission; return the log's path, and the line's fields.

    fields: date, submission_id, decision and reason; level and role, where they are not as the
    last decision made them (open, system). A rescore also goes on from the last decision in the
    release before, and records its scores beside the new ones. confirmed: the right account sent
    it, where its organisation's name is taken.
    """
    log, added = decide_each(root, wanted, [fields], confirmed=confirmed, key=key)
    return log, added[0]


def decide_each(
    root: Path,
    wanted: str | None,
    rows: Sequence[Mapping[str, str]],
    *,
    confirmed: bool,
    key: Path | None,
) -> tuple[Path, Sequence[Fields]]:
    """Log several decisions as ``decide`` does one by one, all in one write, or none."""

    def lines(release: StoredRelease) -> list[Fields]:
        register = _Register(root, release, confirmed)
        made = [register.line(row) for row in rows]
        _refuse_taken_names(root, release, made)
        return made

    return add_lines(root, wanted, (DECISIONS, Decision), lines, key=key)


def decide_all(
    root: Path,
    wanted: str | None,
    file: Path,
    *,
    fields: Mapping[str, str],
    confirmed: bool,
    key: Path | None,
) -> tuple[Path, Sequence[Fields]]:
    """Log the decisions of a file as ``decide`` does one by one: all in one write, or none.

    fields: date; level and role of rows that say none. Raises SubmissionError with what is wrong
    with any row.
    """
    data = store.read_bytes(file, limit=LIMITS.file_bytes)
    rows = decision_rows(data, file.as_posix())

    def lines(release: StoredRelease) -> list[Fields]:
        register, added, problems = (
            _Register(root, release, confirmed),
            list[Fields](),
            list[Problem](),
        )
        for number, row in rows:
            try:
                added.append(register.line({**fields, **row.as_json()}))
            except UsageError as error:
                wrong = partial(Problem, code="decision", file=file.as_posix())
                problems.append(wrong(line=number, got=str(error)))
            except InputError as error:
                problems += error.problems
        if problems:
            raise SubmissionError(problems)
        _refuse_taken_names(root, release, added)
        return added

    return add_lines(root, wanted, (DECISIONS, Decision), lines, key=key)


def _refuse_taken_names(root: Path, release: StoredRelease, lines: Sequence[Fields]) -> None:
    """Raise SubmissionError where two systems would have one name: no board could be built then."""
    decided: dict[str, str] = {
        name: each.decision for name, each in latest_decisions(release.data.decisions).items()
    }
    after = decided | {str(line["submission_id"]): str(line["decision"]) for line in lines}
    new = {name for name in after if after[name] not in OUT and decided.get(name) != after[name]}
    standing = [name for name in after if after[name] not in OUT and new]
    folders = (f for f in submission_folders(root, release.id) if f.name in standing)
    cards = [read_card(folder) for folder in folders]
    cards += [adversary_card(name, release.manifest) for name in computed_names(root, release)]
    taken = taken_names(cards, [*IDS, *sorted(standing, key=new.__contains__)])
    if problems := [problem for name, problem in taken if name in new]:
        raise SubmissionError(problems)


def decision_rows(data: bytes, file: str) -> list[tuple[int, DecisionRow]]:
    """Return the rows of a file with their numbers: lines of JSON, or a sheet with a header."""
    problems = RecordFile(file)
    if file.endswith(".jsonl"):
        rows = list(problems.lines(data, DecisionRow))
    else:
        rows = list(_sheet_rows(problems, data))
    first: dict[str, int] = {}
    for number, row in rows:
        if (before := first.setdefault(row.submission_id, number)) != number:
            got, fix = f"{row.submission_id}, as on line {before}", "keep one of the two lines"
            twice = Problem(code="dup-id", file=file, line=number, got=got, fix=fix)
            problems.note_error(SubmissionError([twice]))
    problems.end()
    if not rows:
        raise SubmissionError.of(code="file-empty", file=file, fix="write a line for each decision")
    return rows


def _sheet_rows(problems: RecordFile, data: bytes) -> Iterator[tuple[int, DecisionRow]]:
    """Yield the rows below a sheet's header; a cell left empty is a key left out."""
    rows = [row for table in tables_of(data, problems.file) for row in table]
    names = [cell.text for cell in rows[0].cells] if rows else []
    read = partial(read_record, DecisionRow, file=problems.file, error=SubmissionError)
    for row in rows[1:]:
        cells = zip_longest(names, row.cells, fillvalue=None)
        value = {name or "": cell.text for name, cell in cells if cell and cell.text}
        try:
            odd = [f"cell-{cell.kind}" for cell in row.cells if cell.kind not in {"text", "number"}]
            if code := next(iter([*odd, *["hidden-cells"] * row.hidden]), ""):
                fix = "show all rows and columns, and type each cell as text"
                raise SubmissionError.of(code=code, file=problems.file, line=row.number, fix=fix)
            if value:
                yield row.number, read(value, line=row.number)
        except InputError as error:
            problems.note_error(error)


@dataclass(eq=False)
class _Register:
    """The log of decisions of a release while lines are added; what they rest on is read once."""

    root: Path
    release: StoredRelease
    confirmed: bool

    def line(self, fields: Mapping[str, str]) -> Fields:
        """Return the fields of a decision's line; level and role as decided before, or as given."""
        submission, decision = fields["submission_id"], fields["decision"]
        refuse_decision(self.release, submission)
        before = self._before(submission, decision)
        level = fields.get("level") or (before.level if before else "open")
        if decision == "accept" and before is None:
            self._check_name(submission)
        if level == "sealed" and decision not in OUT:
            self._require_score(submission)
        # What is taken off need not be readable.
        scores = {} if decision in OUT else scores_of(self.root, self.release, submission)
        old = {"scores_before": before.scores} if before and before.scores else {}
        return {
            **fields,
            "level": level,
            "role": fields.get("role") or (before.role if before else "system"),
            "scores": scores,
            **(old if decision == "rescore" else {}),
        }

    @cached_property
    def _decisions(self) -> Mapping[str, Decision]:
        return latest_decisions(self.release.data.decisions)

    @cached_property
    def _earlier(self) -> Mapping[str, Decision]:
        """Decisions in the release before, from which a rescore may go on."""
        earlier = self.root / "releases" / (self.release.manifest.previous or "none")
        return latest_decisions(read_records(earlier, DECISIONS, Decision))

    @cached_property
    def _attempts(self) -> frozenset[tuple[str, str]]:
        attempts = attempts_in(self.root)
        return frozenset((at.attempt.submission_id, at.digest) for at in attempts)

    def _before(self, submission: str, decision: str) -> Decision | None:
        here = self._decisions.get(submission)
        return self._earlier.get(submission) if here is None and decision == "rescore" else here

    def _check_name(self, submission: str) -> None:
        folder = self.root / "predictions" / self.release.id / submission
        if folder.is_dir():
            require_word(self.root, read_card(folder), confirmed=self.confirmed)

    def _require_score(self, submission: str) -> None:
        """Raise UsageError where no attempt of the log stands behind the sealed scores."""
        file = score_files(self.root, self.release).get(submission)
        if file is None or (submission, read_scores(file).logged) not in self._attempts:
            raise UsageError(
                f"--level sealed: {submission} has no score on sealed questions of "
                f"{self.release.id}; score it first: digesta release score-holdout, or decide "
                "another --level"
            )


# Judges ---------------------------------------------------------------------------------------


def decide_judge(
    root: Path, wanted: str | None, fields: Mapping[str, str], *, key: Path | None
) -> tuple[Path, list[str]]:
    """Log a decision on a judge, with the digests of its files; return the log, and their names.

    fields: date, judge, decision (accept or reject) and reason.
    """
    files: dict[str, str] = {}

    def lines(release: StoredRelease) -> list[Fields]:
        folder = root / "predictions" / release.id / FOLDER / fields["judge"]
        if fields["decision"] == "accept":
            if not folder.is_dir():
                raise UsageError(f"{folder}: no such judge")
            submissions = bare_inputs(root, release).submissions
            files.update(digests_to_accept(folder, release, submissions))
        return [{**fields, "files": files}]

    log, _ = add_lines(root, wanted, (JUDGES, JudgeDecision), lines, key=key)
    return log, sorted(files)
