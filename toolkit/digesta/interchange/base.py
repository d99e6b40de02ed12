"""What an importer is, and what all of them share: the draft, and the way back without loss.

``read`` gives the draft that a benchmark's own files make; ``write`` gives such files back. What
a draft holds beyond the benchmark's own fields (a licence that a maintainer added, a tag) goes
into ``digesta.json`` beside them, so that ``read(write(draft)) == draft`` for every draft; a
draft that was just imported needs no such file. Bad input is refused whole, with every problem.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from digesta.canonical import canonical_bytes
from digesta.errors import InputError, Problem, ReleaseError
from digesta.interchange._overlay import OVERLAY, apply, difference
from digesta.interchange._todo import Check, Todo, todo_of

Value = dict[str, Any]
"""A JSON object: a line of a draft, whose absent keys stand in its todo."""
Files = Mapping[str, bytes]
"""Relative path -> bytes."""


@dataclass(frozen=True)
class Draft:
    """What an import makes: lines of a draft's files, and what a maintainer has to add.

    questions: in the source's order. truths, predictions: at most one for each question, in the
    order of the questions. todo: what the source lacks. track: title, categories and tasks for
    the manifest. resources: files that the questions refer to, by path below ``resources/``.
    """

    questions: tuple[Value, ...]
    truths: tuple[Value, ...]
    predictions: tuple[Value, ...] = ()
    todo: tuple[Todo, ...] = ()
    track: Value = field(default_factory=dict)
    resources: Files = field(default_factory=dict)

    def truth_of(self) -> dict[str, Value]:
        """Give each question's line of the truths, by its id."""
        return {truth["question_id"]: truth for truth in self.truths}

    def answer_of(self) -> dict[str, Any]:
        """Give each answered question's answer, by its id."""
        return {one["question_id"]: one["answer"] for one in self.predictions}


class Parsed(NamedTuple):
    """A draft as the source alone gives it.

    places: file:line of each question. unread: files that are none of the format's.
    """

    draft: Draft
    places: tuple[str, ...]
    notes: tuple[Todo, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class Beside:
    """What a report may use besides a draft.

    system: the name of what answered. verdicts: one judge's, and traces, by question id, as JSON.
    judge: its ``judge.json``.
    """

    system: str = "system"
    verdicts: Mapping[str, Value] = field(default_factory=dict)
    judge: Value = field(default_factory=dict)
    traces: Mapping[str, Value] = field(default_factory=dict)


NOTHING_BESIDE = Beside()


class Report(NamedTuple):
    """Files in a benchmark's report shape, and what could not be said in them, a line each."""

    files: Files
    notes: tuple[str, ...] = ()


class Imported(NamedTuple):
    """A draft, and the names of the files that were not read."""

    draft: Draft
    unread: tuple[str, ...]


@dataclass(frozen=True)
class Importer:
    """One benchmark's files.

    about: which, and their encoding. track: the name that its questions get. scorers: whose
    questions it can hold. parse, compose: files to draft and back, without
    ``digesta.json``. report: scored drafts in the benchmark's report shape, where there is one;
    what it cannot fill honestly it leaves out and notes.
    check: what a question's scorer says against its truth, if anything.
    """

    name: str
    about: str
    track: str
    scorers: tuple[str, ...]
    parse: Callable[[Files], Parsed]
    compose: Callable[[Draft], Files]
    report: Callable[[Draft, Beside], Report] | None = None
    check: Check = field(default=lambda _question, _truth, _resources: None)

    def read(self, files: Files) -> Draft:
        """Give the draft that these files make, or ReleaseError with every problem."""
        return self.imported(files).draft

    def imported(self, files: Files) -> Imported:
        """Give the draft that these files make, and which files are none of the format's."""
        own = {path: data for path, data in files.items() if path != OVERLAY}
        parsed = self.parse(own)
        draft = parsed.draft
        if OVERLAY in files:
            draft = apply(draft, files[OVERLAY])
        return Imported(self._with_todo(draft, parsed), parsed.unread)

    def write(self, draft: Draft) -> dict[str, bytes]:
        """Give the benchmark's own files for a draft, from which ``read`` makes it again.

        Every question must be one that the format can hold (``exportable``).
        """
        files = dict(self.compose(draft))
        try:
            parsed = self.parse(files)
        except InputError as error:
            raise ReleaseError(error.problems, error.total) from error
        if beyond := difference(parsed.draft, draft):
            files[OVERLAY] = canonical_bytes(beyond) + b"\n"
        return files

    def exportable(self, draft: Draft) -> Draft:
        """Give the part of a draft that the format can hold: its questions that have a truth."""
        truths = draft.truth_of()
        kept = tuple(
            one
            for one in draft.questions
            if one.get("scorer") in self.scorers and one["question_id"] in truths
        )
        if not kept:
            raise ReleaseError([self._nothing(draft)])
        ids = {one["question_id"] for one in kept}
        return replace(
            draft,
            questions=kept,
            truths=tuple(truths[one["question_id"]] for one in kept),
            predictions=tuple(one for one in draft.predictions if one["question_id"] in ids),
        )

    def _with_todo(self, draft: Draft, parsed: Parsed) -> Draft:
        found = todo_of(draft, parsed.places, self.check)
        return replace(draft, todo=(*parsed.notes, *found))

    def _nothing(self, draft: Draft) -> Problem:
        scorers = sorted({str(one.get("scorer")) for one in draft.questions})
        return Problem(
            code="nothing-to-export",
            file="questions.jsonl",
            got=f"questions of {', '.join(scorers) or 'no scorer'}",
            expected=f"questions with a truth, marked by {' or '.join(self.scorers)}",
            fix="name the benchmark whose questions these are",
        )


def in_question_order(questions: Sequence[Value], lines: Sequence[Value]) -> tuple[Value, ...]:
    """Give lines that carry a question_id in the order of the questions."""
    by_id = {line["question_id"]: line for line in lines}
    return tuple(by_id[q["question_id"]] for q in questions if q["question_id"] in by_id)
