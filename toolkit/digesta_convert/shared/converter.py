"""A converter: from a benchmark's files to a draft, from a draft to files and a report.

A benchmark holds less than a draft: what its files cannot hold is left out, and listed with its
number of lines (``losses``). Bad input is refused whole, with every problem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from digesta.errors import InputError, Problem, ReleaseError, UsageError
from digesta.intake import LIMITS
from digesta.intake.characters import is_clean
from digesta_convert.shared.draft import (
    PREDICTIONS,
    QUESTIONS,
    TRUTHS,
    Check,
    Draft,
    Files,
    Value,
    lacks_of,
)

if TYPE_CHECKING:
    from digesta_convert.shared.logs import SourceReply

# What files cannot hold ------------------------------------------------------------------------


_OPENED = frozenset({"ask", "truth"})
_NOTHING = object()


def losses(draft: Draft, again: Draft) -> tuple[str, ...]:
    """Return which keys differ in the draft that was read again, and in how many lines.

    again: what the files written for ``draft`` make, its questions in the same order. A key is
    left out (no place for it), changed (it is read back otherwise), or filled in (the format needs
    a value where the draft has none).
    """
    pairs = zip(draft.questions, again.questions, strict=True)
    ids = {new["question_id"]: old["question_id"] for old, new in pairs}
    after = {ids[key]: {"answer": answer} for key, answer in again.answer_of().items()}
    answers = draft.answer_of()
    files: Mapping[str, tuple[Sequence[Value], Sequence[Value]]] = {
        QUESTIONS: (draft.questions, again.questions),
        TRUTHS: (_without_id(draft.truths), _without_id(again.truths)),
        PREDICTIONS: (
            [{"answer": answer} for answer in answers.values()],
            [after.get(key, {}) for key in answers],
        ),
        "track": ([draft.track], [again.track]),
        "resources": ([dict(draft.resources)], [dict(again.resources)]),
    }
    listed = []
    for file, (before, now) in files.items():
        pairs = zip(before, now, strict=True)
        counts = Counter(each for old, new in pairs for each in _differences(old, new))
        for (key, how), count in sorted(counts.items()):
            listed.append(f"{file} {key}: {how}, {count} of {len(before)}")
    return tuple(listed)


def _without_id(lines: Iterable[Value]) -> list[Value]:
    """Return truths without their ids: an id that changes is reported once, with the questions."""
    return [{key: value for key, value in line.items() if key != "question_id"} for line in lines]


def _differences(
    old: Mapping[str, Any], new: Mapping[str, Any], below: str = ""
) -> Iterator[tuple[str, str]]:
    for key in old.keys() | new.keys():
        was, now = old.get(key, _NOTHING), new.get(key, _NOTHING)
        if was == now:
            continue
        if key in _OPENED and isinstance(was, dict) and isinstance(now, dict):
            yield from _differences(was, now, f"/{key}")
        else:
            how = "filled in" if was is _NOTHING else "left out" if now is _NOTHING else "changed"
            yield f"{below}/{key}", how


@dataclass(frozen=True)
class ReportInputs:
    """What a report may use besides the draft.

    system: the name of what answered. verdicts: one judge's, and traces, by question id, as JSON.
    judge: its ``judge.json``. settings: of those that the format has, as a user wrote them.
    """

    system: str = "system"
    verdicts: Mapping[str, Value] = field(default_factory=dict)
    judge: Value = field(default_factory=dict)
    traces: Mapping[str, Value] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)


NO_INPUTS = ReportInputs()


class Report(NamedTuple):
    """Files in a benchmark's report shape, and what they leave out, a line each."""

    files: Files
    notes: tuple[str, ...] = ()


class Export(NamedTuple):
    """A benchmark's own files, and what they cannot hold of the draft."""

    files: Files
    losses: tuple[str, ...]


def settings_of(form: str, known: Mapping[str, str], texts: Sequence[str]) -> dict[str, str]:
    """Return settings, each NAME=VALUE, by name; UsageError for one that a format lacks."""
    settings = {name: value for name, _, value in (text.partition("=") for text in texts)}
    for name in settings.keys() - known.keys():
        raise UsageError(f"--set {name}: settings of {form}: {', '.join(known) or 'none'}")
    return settings


@dataclass(frozen=True)
class Converter:
    """One benchmark's files.

    about: which files are read, and their encoding. track: the name that its questions get.
    scorers: whose questions it can hold. parse: files to a draft. parse_with: likewise, with what
    every question gets; for formats whose rows are read by it. replies: files to replies to our
    own questions, where they may hold such. compose: a draft to files, None
    where it can only be imported. report: scored drafts in the benchmark's report shape, where
    there is one; what it cannot fill honestly it leaves out and notes. settings: of the report,
    name -> what it is. needs: keys such as ``truth/positives`` that its files have no blank for,
    by scorer (by the ask's kind, where it has kinds). check: what a question's scorer says against
    its truth, if anything. import_example, export_example: the arguments of a command that runs.
    """

    name: str
    about: str
    track: str
    scorers: tuple[str, ...]
    parse: Callable[[Files], Draft] | None = None
    parse_with: Callable[[Files, Value], Draft] | None = None
    replies: Callable[[Files], list[SourceReply]] | None = None
    compose: Callable[[Draft], Files] | None = None
    report: Callable[[Draft, ReportInputs], Report] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    check: Check = field(default=lambda _question, _truth, _resources: None)
    import_example: str = ""
    export_example: str = ""

    def read(self, files: Files, constants: Value | None = None) -> Draft:
        """Return the draft that these files make, or ReleaseError with every problem.

        constants: keys that every question gets which the source says nothing of, and ``title``.
        """
        # A draft says where its lines came from, and could not be read again.
        if unclean := [path for path in files if not is_clean(path, LIMITS.marks)]:
            expected, fix = "a name without control characters", "rename the file"
            raise ReleaseError(
                [
                    Problem(code="file-name", file=path, expected=expected, fix=fix)
                    for path in unclean
                ]
            )
        shared = constants or {}
        draft = self._parse(files, shared)
        all_get = {key: value for key, value in shared.items() if key != "title"}
        draft = replace(draft, questions=tuple(all_get | each for each in draft.questions))
        return replace(draft, lacks=lacks_of(draft, self.check))

    def write(self, draft: Draft) -> Export:
        """Return the benchmark's own files for a draft, and what they cannot hold of it.

        Every question must be one that the format has a place for (``exportable``); ReleaseError
        where the files could not be read again.
        """
        files = self._composer()(draft)
        try:
            again = self._parse(files, {})
        except InputError as error:
            raise ReleaseError(error.problems, error.total) from error
        return Export(files, losses(draft, again))

    def exportable(self, draft: Draft) -> Draft:
        """Return the part of a draft that the format has a place for: questions with a truth."""
        self._composer()
        truths = draft.truth_of()
        kept = [
            question
            for question in draft.questions
            if question.get("scorer") in self.scorers and question["question_id"] in truths
        ]
        if not kept:
            raise ReleaseError([self._nothing(draft)])
        if problems := [p for question in kept for p in self._absent(draft, question)]:
            raise ReleaseError(problems)
        # A format that has a file for each scorer reads one after the other.
        kept.sort(key=lambda question: self.scorers.index(question["scorer"]))
        answers = {line["question_id"]: line for line in draft.predictions}
        ids = [question["question_id"] for question in kept]
        return replace(
            draft,
            questions=tuple(kept),
            truths=tuple(truths[key] for key in ids),
            predictions=tuple(answers[key] for key in ids if key in answers),
        )

    def _parse(self, files: Files, constants: Value) -> Draft:
        if self.parse_with:
            return self.parse_with(files, constants)
        if self.parse is None:
            raise UsageError(f"{self.name}: replies to our questions: -o predictions/RELEASE/NAME")
        return self.parse(files)

    def _composer(self) -> Callable[[Draft], Files]:
        if self.compose is None:
            raise UsageError(
                f"{self.name} can only be imported (digesta import {self.name}); "
                "digesta export --help lists what can be written"
            )
        return self.compose

    def _absent(self, draft: Draft, question: Value) -> Iterator[Problem]:
        """Yield what a question or its truth lacks and these files have no blank for."""
        key, ask = question["question_id"], question.get("ask", {})
        lines = {"ask": (QUESTIONS, question), "truth": (TRUTHS, draft.truth_of()[key])}
        for pointer in self.needs.get(ask.get("kind", question["scorer"]), ()):
            part, _, name = pointer.partition("/")
            file, line = lines[part]
            if name not in line.get(part, {}):
                yield Problem(
                    code="missing-key",
                    file=file,
                    line=draft.line_of.get((file, key), 0),
                    question_id=key,
                    got=f"no /{pointer}",
                    expected=f"a value: {self.name} has no place for its absence",
                    fix="add the key, then export again",
                )

    def _nothing(self, draft: Draft) -> Problem:
        scorers = sorted({str(question.get("scorer")) for question in draft.questions})
        return Problem(
            code="nothing-to-export",
            file="questions.jsonl",
            got=f"questions of {', '.join(scorers) or 'no scorer'}",
            expected=f"questions with a truth, marked by {' or '.join(self.scorers)}",
            fix="name the benchmark whose questions these are",
        )
