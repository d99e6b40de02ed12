"""What differs between two releases, or between a release and the draft of the next.

A question is the same as long as its id is. One that is not is *revised* when it stands under the
working id of a question of the release before, or names that in ``replaces``; else it is *added*.
*Retired* is what is asked no more and was not revised. *Re-keyed* is a question whose truth
changed. Everything else that changed (licence, tags, places, references) is *metadata*: listed
by ``digesta release diff``, not in ``changes.json``. Truths that are sealed are not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from digesta.canonical import question_id
from digesta.errors import Problem
from digesta.records.release import ChangedQuestion, Question
from digesta.releases.checks.refusals import near_known
from digesta.releases.reading import ReleaseData

SAID = ("added", "retired", "revised", "rekeyed")
"""The kinds of change that stand in ``changes.json``."""
KINDS = (*SAID, "metadata")

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
    final = ids or {one.question_id: one.question_id for one in after.questions}
    old = {one.question_id: one for one in before.questions}
    same = {final[one.question_id] for one in after.questions} & old.keys()
    origin = {row.question_id: row.replaces for row in after.changes.revised}
    found: list[Change] = []
    replaced: set[str] = set()
    for question in after.questions:
        working = question.question_id
        if final[working] in same:
            found += _changed(before, after, old[final[working]], question)
            continue
        was = next((w for w in (working, origin.get(working)) if w in old and w not in same), None)
        replaced |= {was} if was else set()
        found.append(_of("revised" if was else "added", question, replaces=was or ""))
    gone = old.keys() - same - replaced
    found += [_of("retired", question) for name, question in old.items() if name in gone]
    reasons = _reasons(after)
    explained = [one._replace(reason=reasons.get((one.kind, one.question_id), "")) for one in found]
    return sorted(explained, key=lambda one: (KINDS.index(one.kind), *one[1:5]))


def _of(kind: str, question: Question, *, replaces: str = "") -> Change:
    return Change(
        kind, question.track, question.category, question.task, question.question_id, replaces
    )


def _changed(
    before: ReleaseData, after: ReleaseData, old: Question, new: Question
) -> Iterator[Change]:
    """Yield how a question that is asked as before differs otherwise."""
    was, now = old.as_json(), new.as_json()
    fields = [name for name in sorted(was | now) if was.get(name) != now.get(name)]
    truths = before.truths.get(old.question_id), after.truths.get(new.question_id)
    rekeyed = False
    if truths[0] and truths[1]:
        rekeyed = truths[0].truth != truths[1].truth
        fields += ["source_refs"] * (truths[0].source_refs != truths[1].source_refs)
    named = tuple(name for name in fields if name != "question_id")
    if rekeyed or named:
        yield _of("rekeyed" if rekeyed else "metadata", new)._replace(fields=named)


def _reasons(after: ReleaseData) -> dict[tuple[str, str], str]:
    return {(kind, row.question_id): row.reason for kind, row in _rows(after)}


def _rows(after: ReleaseData) -> Iterator[tuple[str, ChangedQuestion]]:
    for kind in SAID:
        yield from ((kind, row) for row in getattr(after.changes, kind))


def in_both(before: ReleaseData, after: ReleaseData) -> frozenset[str]:
    """Return the public questions that two releases ask alike: the same id, and the same truth."""
    rekeyed = {one.question_id for one in difference(before, after) if one.kind == "rekeyed"}
    old = {one.question_id for one in before.public()}
    return frozenset({one.question_id for one in after.public()} & old - rekeyed)


def counts(changes: list[Change]) -> dict[tuple[str, str, str], Counter[str]]:
    """Count the changes of each kind by track, category and task, in their order."""
    found: dict[tuple[str, str, str], Counter[str]] = {}
    for one in sorted(changes, key=lambda change: change[1:4]):
        found.setdefault(one[1:4], Counter())[one.kind] += 1
    return found


# What changes.json says -----------------------------------------------------------------------


def changes_of(before: ReleaseData, draft: ReleaseData, ids: Mapping[str, str]) -> dict[str, Any]:
    """Return the content of ``changes.json``: the lists are computed, the reasons are the author's.

    What the author says of sealed questions stands as it is: their truths cannot be compared.
    """
    found = difference(before, draft, ids)
    said: dict[str, list[dict[str, Any]]] = {kind: [] for kind in SAID}
    for one in found:
        if one.kind in said:
            row = {"question_id": one.question_id, "reason": one.reason or NEW}
            said[one.kind].append(row | ({"replaces": one.replaces} if one.replaces else {}))
    sealed = {one.question_id for one in draft.holdout()}
    kept = [row.as_json() for row in draft.changes.rekeyed if row.question_id in sealed]
    said["rekeyed"] += kept
    return {"format": "changes/1", "previous": before.manifest.release, **said}


def unexplained(
    before: ReleaseData, draft: ReleaseData, ids: Mapping[str, str]
) -> Iterator[Problem]:
    """Yield what a draft changes without a reason, and what it says that is not so."""
    yield from _foreign(before, draft, ids)
    yield from reseal_unexplained(before, draft)
    found = {(one.kind, one.question_id): one for one in difference(before, draft, ids)}
    for one in found.values():
        if one.kind in SAID and one.kind != "added" and not one.reason:
            gone = one.kind == "retired"
            file = "truths.jsonl" if one.kind == "rekeyed" else "questions.jsonl"
            yield draft.problem(
                "changes.json" if gone else file, one.question_id, "change-unexplained",
                got=f"{one.kind}{' ' + ', '.join(one.fields) if one.fields else ''}, no reason",
                expected=f'a line of "{one.kind}" in changes.json',
                fix=f'add {{"question_id":"{one.question_id}","reason":"..."}} to '
                f'"{one.kind}" in changes.json'
                + (", or bring the question back" if gone else ", or restore it as it was"),
            )  # fmt: skip
    sealed = {one.question_id for one in draft.holdout()}
    for kind, row in _rows(draft):
        if (kind, row.question_id) not in found and not (
            kind == "rekeyed" and row.question_id in sealed
        ):
            yield draft.problem(
                "changes.json", row.question_id, "change-untrue",
                got=kind, expected=_really(found, row.question_id),
                fix="say what it is; cutting compares the questions with the release before",
            )  # fmt: skip


def _really(found: Mapping[tuple[str, str], Change], question_id: str) -> str:
    kinds = [kind for kind, one in found if one == question_id]
    return ", ".join(kinds) or "no change"


def resealed(before: ReleaseData, after: ReleaseData) -> bool:
    """Return whether a release seals the questions of the one before it under another root."""
    was, now = before.manifest.holdout, after.manifest.holdout
    return bool(was and now and was.questions == now.questions and was.root != now.root)


def reseal_unexplained(before: ReleaseData, draft: ReleaseData) -> Iterator[Problem]:
    """Yield that a draft seals other truths of the same questions, and does not say why.

    A new salt key alone changes the root too: without the old truths nobody can tell the two.
    """
    sealed = {one.question_id for one in draft.holdout()}
    if resealed(before, draft) and not sealed & {row.question_id for row in draft.changes.rekeyed}:
        yield Problem(
            code="holdout-resealed", file="changes.json",
            got=f"another root over the sealed questions of {before.manifest.release}, no reason",
            expected='a line of "rekeyed" for each sealed question whose truth was corrected',
            fix='name them with the reason in "rekeyed", or seal with the truths and the keys of '
            "the release before",
        )  # fmt: skip


class Known(NamedTuple):
    """A question whose truth is known: the first release that told it, and what was asked."""

    release: str
    question: Question


def known_truths(draft: ReleaseData, known: Mapping[str, Known]) -> Iterator[Problem]:
    """Yield sealed questions that a release asked in public or revealed, and near copies of them.

    known: by final id, of all releases.
    """
    for question in draft.holdout():
        if (was := known.get(question_id(question.as_json()))) is not None:
            yield draft.problem(
                "questions.jsonl", question.question_id, "split-known",
                got=f"a sealed question whose truth {was.release} told",
                fix="seal another question: the truth of this one is known",
            )  # fmt: skip
    others = [one for one in known.values() if one.question.split == "public"]
    for question, copied in near_known(draft.holdout(), [one.question for one in others]):
        yield draft.problem(
            "questions.jsonl", question.question_id, "split-known",
            got=f"almost what {known[copied.question_id].release} asked in public: "
            f"{copied.question_id}",
            fix="seal another question: the truth of this one is known",
        )  # fmt: skip


def _foreign(before: ReleaseData, draft: ReleaseData, ids: Mapping[str, str]) -> Iterator[Problem]:
    """Yield ids that are digests of nothing, and sealed questions whose truths are known."""
    known = {one.question_id: one for one in before.questions}
    told = {one.question_id: Known(before.manifest.release, one) for one in before.public()}
    yield from known_truths(draft, told)
    yield from foreign_ids(draft, ids, known)


def foreign_ids(
    draft: ReleaseData, ids: Mapping[str, str], known: Mapping[str, Question]
) -> Iterator[Problem]:
    """Yield working ids that look like digests and are those of no question.

    known: the questions of the release before, whose ids stay while a question is edited.
    """
    for working, final in ids.items():
        if working != final and len(working) == _DIGEST_LENGTH and working not in known:
            yield draft.problem(
                "questions.jsonl", working, "id", expected=final,
                fix="give a new question a short working id such as task-1; cutting replaces it",
            )  # fmt: skip


def untrue(before: ReleaseData, after: ReleaseData) -> Iterator[Problem]:
    """Yield how ``changes.json`` of a cut release is not what the two releases say."""
    found = {(one.kind, one.question_id, one.replaces) for one in difference(before, after)}
    really = {one for one in found if one[0] in SAID}
    sealed = {one.question_id for one in after.holdout()}
    said = {
        (kind, row.question_id, row.replaces or "")
        for kind, row in _rows(after)
        if not (kind == "rekeyed" and row.question_id in sealed)
    }
    for kind, name, _ in sorted(really ^ said):
        yield Problem(
            code="changes", file="changes.json", question_id=name,
            got=kind if (kind, name) in {one[:2] for one in said} else "nothing",
            expected=", ".join(sorted(k for k, n, _ in really if n == name)) or "nothing",
            fix="the file is not what was cut; restore it",
        )  # fmt: skip
