"""What differs between two releases, or between a release and the draft of the next.

A question is the same as long as its id is. A question with a new id is *revised* when it stands
under the working id of an old one, or names that in ``replaces``; else it is *added*. A question
that is asked no more and was not revised is *retired*; one whose truth changed is *re-keyed*. All
other changes (licence, tags, places, references) are *metadata*: listed by ``digesta release
diff``, not in ``changes.json``. Sealed truths are not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from digesta.canonical import question_id
from digesta.errors import Problem
from digesta.records.release import ChangedQuestion, Question
from digesta.releases.data import ReleaseData, ids_of
from digesta.releases.near_copies import copies_of_old_questions

LISTED = ("added", "retired", "revised", "rekeyed")
"""The kinds of change that stand in ``changes.json``."""
KINDS = (*LISTED, "metadata")

NEW = "new in this release"
"""The reason of an added question for which its author gave none."""

_DIGEST_LENGTH = 64


class Change(NamedTuple):
    """One question that differs. fields: which, of a metadata change or beside another one.

    question_id: its working id in a draft; of a retired question the id that it had.
    """

    kind: str
    track: str
    category: str
    task: str
    question_id: str
    replaces: str = ""
    fields: tuple[str, ...] = ()
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the change as JSON values; what is absent stays absent."""
        values = self._asdict() | {"fields": list(self.fields)}
        return {name: value for name, value in values.items() if value}


def difference(
    before: ReleaseData, after: ReleaseData, ids: Mapping[str, str] | None = None
) -> list[Change]:
    """Return what changed, by kind, track, category, task and id.

    ids: working id -> final id, where ``after`` is a draft.
    """
    final = ids or {question.question_id: question.question_id for question in after.questions}
    old = {question.question_id: question for question in before.questions}
    same = {final[question.question_id] for question in after.questions} & old.keys()
    origin = {row.question_id: row.replaces for row in after.changes.revised}
    changes: list[Change] = []
    replaced: set[str] = set()
    for question in after.questions:
        working = question.question_id
        if final[working] in same:
            changes += _changes(before, after, old[final[working]], question)
            continue
        was = next((w for w in (working, origin.get(working)) if w in old and w not in same), None)
        replaced |= {was} if was else set()
        changes.append(_of("revised" if was else "added", question, replaces=was or ""))
    gone = old.keys() - same - replaced
    changes += [_of("retired", question) for name, question in old.items() if name in gone]
    reasons = _reasons(after)
    explained = [each._replace(reason=reasons.get((each.kind, each[4]), "")) for each in changes]
    return sorted(explained, key=lambda each: (KINDS.index(each.kind), *each[1:5]))


def _of(kind: str, question: Question, *, replaces: str = "") -> Change:
    return Change(
        kind, question.track, question.category, question.task, question.question_id, replaces
    )


def _changes(
    before: ReleaseData, after: ReleaseData, old: Question, new: Question
) -> Iterator[Change]:
    """Yield how a question with the same id changed otherwise."""
    was, now = old.as_json(), new.as_json()
    fields = [name for name in sorted(was | now) if was.get(name) != now.get(name)]
    truths = before.truths.get(old.question_id), after.truths.get(new.question_id)
    rekeyed = False
    if truths[0] and truths[1]:
        rekeyed = truths[0].truth != truths[1].truth
        fields += ["source_refs"] * (truths[0].source_refs != truths[1].source_refs)
    named = tuple(name for name in fields if name not in {"question_id", "canary"})
    if rekeyed or named:
        yield _of("rekeyed" if rekeyed else "metadata", new)._replace(fields=named)


def _reasons(after: ReleaseData) -> dict[tuple[str, str], str]:
    return {(kind, row.question_id): row.reason for kind, row in _rows(after)}


def _rows(after: ReleaseData) -> Iterator[tuple[str, ChangedQuestion]]:
    for kind in LISTED:
        yield from ((kind, row) for row in getattr(after.changes, kind))


def counts(changes: list[Change]) -> dict[tuple[str, str, str], Counter[str]]:
    """Return how many changes of each kind there are, by track, category and task in order."""
    tallies: dict[tuple[str, str, str], Counter[str]] = {}
    for change in sorted(changes, key=lambda change: change[1:4]):
        tallies.setdefault(change[1:4], Counter())[change.kind] += 1
    return tallies


# changes.json ----------------------------------------------------------------------------------


def changes_of(before: ReleaseData, draft: ReleaseData, ids: Mapping[str, str]) -> dict[str, Any]:
    """Return the content of ``changes.json``: computed lists, with the author's reasons.

    The author's word on sealed questions stands: their truths cannot be compared.
    """
    changes = difference(before, draft, ids)
    lists: dict[str, list[dict[str, Any]]] = {kind: [] for kind in LISTED}
    for change in changes:
        if change.kind in lists:
            old = {"replaces": change.replaces} if change.replaces else {}
            row = {"question_id": change.question_id, "reason": change.reason or NEW, **old}
            lists[change.kind].append(row)
    sealed = ids_of(draft.holdout())
    kept = [row.as_json() for row in draft.changes.rekeyed if row.question_id in sealed]
    lists["rekeyed"] += kept
    return {"format": "changes/1", "previous": before.manifest.release, **lists}


def unexplained_changes(
    before: ReleaseData, draft: ReleaseData, ids: Mapping[str, str]
) -> Iterator[Problem]:
    """Yield changes of a draft without a reason, and listed changes that are none."""
    yield from _foreign(before, draft, ids)
    yield from unexplained_reseal(before, draft)
    yield from _other_recipients(before, draft)
    changes = {(each.kind, each.question_id): each for each in difference(before, draft, ids)}
    for change in changes.values():
        if change.kind in LISTED and change.kind != "added" and not change.reason:
            yield _unexplained_problem(draft, change)
    sealed = ids_of(draft.holdout())
    fix = "say what it is; cutting compares the questions with the release before"
    for kind, row in _rows(draft):
        name = row.question_id
        if (kind, name) not in changes and not (kind == "rekeyed" and name in sealed):
            wrong = partial(draft.problem, "changes.json", name, "change-untrue")
            yield wrong(got=kind, expected=_really(changes, name), fix=fix)


def _other_recipients(before: ReleaseData, draft: ReleaseData) -> Iterator[Problem]:
    """Yield a problem where a seal of before 2026-12, which names no recipients, has others now."""
    old, new = before.manifest, draft.manifest
    same = new.holdout == old.holdout
    if (
        new.holdout
        and same
        and not new.holdout.recipients
        and set(new.recipients) != set(old.recipients)
    ):
        got, expected = ", ".join(new.recipients), ", ".join(old.recipients)
        fix = f"restore them, then rotate: digesta release rotate {old.release}"
        wrong = partial(Problem, code="recipients-moved", file="release.json")
        yield wrong(got=got, expected=expected, fix=fix)


def _unexplained_problem(draft: ReleaseData, change: Change) -> Problem:
    kind, name = change.kind, change.question_id
    file = {"retired": "changes.json", "rekeyed": "truths.jsonl"}.get(kind, "questions.jsonl")
    undo = "bring the question back" if kind == "retired" else "restore it as it was"
    return draft.problem(
        file,
        name,
        "change-unexplained",
        got=f"{kind}{' ' + ', '.join(change.fields) if change.fields else ''}, no reason",
        expected=f'a line of "{kind}" in changes.json',
        fix=f'add {{"question_id":"{name}","reason":"..."}} to "{kind}" in changes.json, or {undo}',
    )


def _really(changes: Mapping[tuple[str, str], Change], question_id: str) -> str:
    return ", ".join(kind for kind, name in changes if name == question_id) or "no change"


def is_resealed(before: ReleaseData, after: ReleaseData) -> bool:
    """Return whether a release seals the questions of its predecessor under another root."""
    was, now = before.manifest.holdout, after.manifest.holdout
    return bool(was and now and was.questions == now.questions and was.root != now.root)


def unexplained_reseal(before: ReleaseData, draft: ReleaseData) -> Iterator[Problem]:
    """Yield a problem where a draft seals other truths of the same questions without a reason.

    A new salt key also changes the root: without the old truths the two look the same.
    """
    rekeyed = {row.question_id for row in draft.changes.rekeyed}
    if is_resealed(before, draft) and not ids_of(draft.holdout()) & rekeyed:
        yield Problem(
            code="holdout-resealed",
            file="changes.json",
            got=f"another root over the sealed questions of {before.manifest.release}, no reason",
            expected='a line of "rekeyed" for each sealed question whose truth was corrected',
            fix='name them with the reason in "rekeyed", or seal with the truths and the keys of '
            "the release before",
        )


class KnownQuestion(NamedTuple):
    """A question whose truth is known. release: the first that published the truth."""

    release: str
    question: Question


def known_truths(draft: ReleaseData, known: Mapping[str, KnownQuestion]) -> Iterator[Problem]:
    """Yield sealed questions that a release asked in public or revealed, and near copies of them.

    known: by final id, of all releases.
    """
    fix = "seal another question: the truth of this one is known"

    def wrong(question: Question, got: str) -> Problem:
        name = question.question_id
        return draft.problem("questions.jsonl", name, "split-known", got=got, fix=fix)

    for question in draft.holdout():
        if was := known.get(question_id(question.as_json())):
            yield wrong(question, f"a sealed question whose truth {was.release} told")
    public = [each.question for each in known.values() if each.question.split == "public"]
    for question, copied in copies_of_old_questions(draft.holdout(), public):
        release, name = known[copied.question_id].release, copied.question_id
        yield wrong(question, f"almost what {release} asked in public: {name}")


def _foreign(before: ReleaseData, draft: ReleaseData, ids: Mapping[str, str]) -> Iterator[Problem]:
    """Yield ids that are digests of nothing, and sealed questions whose truths are known."""
    name = before.manifest.release
    public = {each.question_id: KnownQuestion(name, each) for each in before.public()}
    yield from known_truths(draft, public)
    yield from foreign_ids(draft, ids, ids_of(before.questions))


def foreign_ids(
    draft: ReleaseData, ids: Mapping[str, str], known: Collection[str]
) -> Iterator[Problem]:
    """Yield working ids that look like digests and are those of no question.

    known: ids of the release before, which stay while a question is edited.
    """
    fix = "give a new question a short working id such as task-1; cutting replaces it"
    for working, final in ids.items():
        if working != final and len(working) == _DIGEST_LENGTH and working not in known:
            yield draft.problem("questions.jsonl", working, "id", expected=final, fix=fix)


def untrue_changes(before: ReleaseData, after: ReleaseData) -> Iterator[Problem]:
    """Yield where ``changes.json`` of a cut release is not what the two releases show."""
    changes = [each for each in difference(before, after) if each.kind in LISTED]
    real = {(each.kind, each.question_id, each.replaces) for each in changes}
    sealed = ids_of(after.holdout())
    listed = {
        (kind, row.question_id, row.replaces or "")
        for kind, row in _rows(after)
        if not (kind == "rekeyed" and row.question_id in sealed)
    }
    wrong = partial(Problem, code="changes", file="changes.json")
    for kind, name, _ in sorted(real ^ listed):
        got = kind if (kind, name) in {row[:2] for row in listed} else "nothing"
        expected = ", ".join(sorted(k for k, n, _ in real if n == name)) or "nothing"
        fix = "the file is not what was cut; restore it"
        yield wrong(question_id=name, got=got, expected=expected, fix=fix)
