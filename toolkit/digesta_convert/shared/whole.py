"""An import as a draft that can be cut: its manifest, reviews, limits, and what changed.

Questions of a track are compared with those of the release before. One whose content is the same
keeps its id, its day and its reviews. The source's own id gives the cluster of a question. One in
the cluster of an old question keeps the old id as its working id, so that cutting knows what it
replaces. Others are new, and old ones that are no longer asked retire.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from digesta.canonical import canonical_bytes, canonical_lines
from digesta.errors import Problem, ReleaseError
from digesta.package_files import json_file
from digesta.records.base import release_parts
from digesta.records.question import OPEN_LICENSES
from digesta.records.release import Sealed
from digesta.releases.data import MANIFEST, ReleaseData, final_ids, parse_release
from digesta.releases.diff import Change, difference
from digesta.releases.draft import EXAMPLE, NOTICES, draft_from, manifest_file, without
from digesta.workspace.holdout.private import SealedRecords
from digesta_convert.shared.draft import QUESTIONS, RESOURCES, TRUTHS, Draft, Value, place_of
from digesta_convert.shared.names import name_of

REVIEWS, CHANGES, LIMITS = "review.jsonl", "changes.json", "limits.json"
_OTHERS = frozenset({"revised", "rekeyed"})
_FILLED = ("no released", "no difficulty", "no attribution")
"""What a whole draft fills where a source says nothing."""
LIMIT_WORDS: Mapping[str, Mapping[str, str]] = json_file(__package__, "limits.json")
NOBODY = "Imported: nobody but the author is recorded to have read it."


@dataclass(frozen=True)
class DraftOptions:
    """What a draft says of itself.

    manifest: id, title, canary and the like. title: the track's. reason: why questions changed
    that give none of their own.
    """

    manifest: Value
    track: str = ""
    title: str = ""
    reason: str = ""
    recipients: Sequence[str] = ()


class Before(NamedTuple):
    """The release that a draft goes on from: files, records, and what it sealed, if known."""

    files: Mapping[str, bytes]
    data: ReleaseData
    sealed: Sealed | None = None


class WholeDraft(NamedTuple):
    """A draft's files; what changed, question by question, and how many questions stayed."""

    files: dict[str, bytes]
    sealed: SealedRecords
    changes: tuple[Change, ...]
    same: int


def whole_draft(draft: Draft, options: DraftOptions, before: Before | None) -> WholeDraft:
    """Return the whole draft that an import makes, or ReleaseError with all that it lacks."""
    if problems := [each for each in draft.lacks if not each.got.startswith(_FILLED)]:
        raise ReleaseError(problems)
    return _Whole(draft, options, before).draft()


class _Whole:
    """An import and the release before it, on the way to a draft."""

    def __init__(self, draft: Draft, options: DraftOptions, before: Before | None) -> None:
        self._draft, self._options, self._before = draft, options, before
        tracks = before.data.manifest.tracks if before else []
        own = draft.track["track"] if draft.track["track"] != "table" else ""
        only = tracks[0].track if len(tracks) == 1 else ""
        title = options.title or draft.track.get("method_after", "")
        self._track = options.track or only or own or name_of(title or "benchmark")
        self._old = next((t.as_json() for t in tracks if t.track == self._track), None)
        self._title = title or (self._old or {}).get("title") or self._track
        questions = before.data.questions if before else ()
        self._asked = {q.question_id: q for q in questions if q.track == self._track}

    def draft(self) -> WholeDraft:
        """Return the whole draft: first under the source's ids, then under those that stay."""
        questions = [{**each, "track": self._track} for each in self._draft.questions]
        files = self._base(questions)
        ids = self._ids(questions, files)
        lines = [self._renamed_line(each, ids) for each in questions]
        truths = [{**t, "question_id": ids[t["question_id"]]} for t in self._draft.truths]
        return self._with_records(files, lines, truths=truths, ids=ids)

    def _base(self, questions: Sequence[Value]) -> dict[str, bytes]:
        """Return the draft without the track's questions: what it takes over, and its manifest."""
        before, options = self._before, self._options
        licenses = {each["license"] for each in questions}
        files = dict(draft_from(before.files, before.data, options.manifest)) if before else {}
        there = _json(files.get(MANIFEST, b"{}"))
        closed = dict.fromkeys(sorted(licenses - {*OPEN_LICENSES}), "facts")
        publish = closed | there.get("publish", {})
        tracks = [t for t in there.get("tracks", []) if t["track"] != self._track]
        manifest = {
            **there,
            **options.manifest,
            "tracks": [*tracks, self._manifest_track(questions)],
            "licenses": sorted(licenses | {*there.get("licenses", [])}),
        }
        manifest |= {"publish": publish} if publish else {}
        manifest |= {"recipients": list(options.recipients)} if options.recipients else {}
        for path in (QUESTIONS, TRUTHS):
            files[path] = without(files.get(path, b""), set(self._asked))
        files.setdefault(REVIEWS, b"")
        files.setdefault(CHANGES, _canonical({"format": "changes/1"}))
        limits = _json(files.get(LIMITS, b'{"format":"limits/1","limits":[]}'))
        if all(limit["track"] != self._track for limit in limits["limits"]):
            limits["limits"] += self._limits(questions[0]["language"])
        resources = {f"{RESOURCES}{path}": data for path, data in self._draft.resources.items()}
        return files | resources | {MANIFEST: manifest_file(manifest), LIMITS: _canonical(limits)}

    def _limits(self, language: str) -> list[Value]:
        words = LIMIT_WORDS.get(language.split("-", maxsplit=1)[0], LIMIT_WORDS["en"])
        return [
            {"track": self._track, "why": words["why"], "limit": words[name]}
            for name in ("read", "graded")
        ]

    def _manifest_track(self, questions: Sequence[Value]) -> Value:
        """Return the track's record: as it was, with the categories and tasks that are asked."""
        own = {name: self._draft.track[name] for name in ("categories", "tasks")}
        metrics = {task["metric"] for task in own["tasks"].values()}
        name = metrics.pop() if len(metrics) == 1 else "score"
        fresh = {
            **EXAMPLE, "track": self._track, "title": self._title, "headline": name,
            "scores": [{"name": name, "mean_of": "categories"}],
        }  # fmt: skip
        track = {**fresh, **(self._old or {}), **own}
        if self._options.title:
            track["title"] = self._title
        languages = {each["language"] for each in questions}
        notice = {
            name: NOTICES.get(name.split("-")[0], NOTICES["en"]) for name in sorted(languages)
        }
        return {**track, "notice": notice | track["notice"]}

    def _ids(self, questions: Sequence[Value], files: Mapping[str, bytes]) -> dict[str, str]:
        """Return the id of each question in the draft, by that of its source."""
        plain = [self._with_defaults(each) for each in questions]
        fresh = {**files, QUESTIONS: canonical_lines(plain), TRUTHS: b"", REVIEWS: b""}
        final = final_ids(parse_release(fresh, name="draft").questions)
        ids = {own: name for own, name in final.items() if name in self._asked}
        clusters: dict[str, list[str]] = {}
        for name in self._asked.keys() - set(ids.values()):
            clusters.setdefault(self._asked[name].cluster_id, []).append(name)
        for each in questions:
            own = each["question_id"]
            old = clusters.get(each["cluster_id"], [])
            ids.setdefault(own, old[0] if len(old) == 1 else own)
        return ids

    def _with_defaults(self, question: Value) -> Value:
        day = release_parts(self._options.manifest["release"]).day
        return {"released": day, "difficulty": "medium", "attribution": self._title} | question

    def _renamed_line(self, question: Value, ids: Mapping[str, str]) -> Value:
        """Return a question under its id; one that was asked keeps its first day and cluster."""
        name = ids[question["question_id"]]
        old = self._asked.get(name)
        kept = {"released": old.released, "cluster_id": old.cluster_id} if old else {}
        return {**self._with_defaults(question), **kept, "question_id": name}

    def _with_records(
        self,
        files: dict[str, bytes],
        questions: Sequence[Value],
        *,
        truths: Sequence[Value],
        ids: Mapping[str, str],
    ) -> WholeDraft:
        sealed = {each["question_id"] for each in questions if each["split"] == "holdout"}
        opened = [truth for truth in truths if truth["question_id"] not in sealed]
        files[QUESTIONS] += canonical_lines(questions)
        files[TRUTHS] += canonical_lines(opened)
        files |= self._draft.answer_files(ids)
        changes = self._changes(files) + self._sealed_corrections(questions, truths, sealed)
        moved = {each.question_id for each in changes if each.kind in {"added", *_OTHERS}}
        new = [_review(each["question_id"]) for each in questions]
        fresh = [each for each in new if each["question_id"] in moved or not self._before]
        files[REVIEWS] = self._reviews(files[REVIEWS], changes)
        files[REVIEWS] += canonical_lines(r for r in fresh if r["question_id"] not in sealed)
        files[CHANGES] = _canonical(self._with_reasons(changes, ids, _json(files[CHANGES])))
        return WholeDraft(
            files,
            SealedRecords(
                [truth for truth in truths if truth["question_id"] in sealed],
                [review for review in new if review["question_id"] in sealed],
                gone={name for name, q in self._asked.items() if q.split == "holdout"} - sealed,
                stale={each.question_id for each in changes if each.kind in _OTHERS},
                before=self._before.sealed if self._before else None,
            ),
            tuple(changes),
            len(questions) - len(moved),
        )

    def _changes(self, files: Mapping[str, bytes]) -> list[Change]:
        if self._before is None:
            return []
        after = parse_release(files, name="draft")
        every = difference(self._before.data, after, final_ids(after.questions))
        return [each for each in every if each.track == self._track]

    def _sealed_corrections(
        self, questions: Sequence[Value], truths: Sequence[Value], sealed: set[str]
    ) -> list[Change]:
        """Return the sealed questions whose truth is another than the release before sealed."""
        before = self._before.sealed if self._before else None
        known = {truth.question_id: truth.as_json() for truth in before.truths} if before else {}
        right = {truth["question_id"]: truth["truth"] for truth in truths}
        return [
            Change("rekeyed", self._track, each["category"], each["task"], name)
            for each in questions
            if (name := each["question_id"]) in sealed & known.keys() & self._asked.keys()
            and known[name]["truth"] != right[name]
        ]

    def _reviews(self, lines: bytes, changes: Sequence[Change]) -> bytes:
        """Return the reviews that hold: none of a question, or a truth, that is another now."""
        moved = {each.question_id for each in changes if each.kind != "metadata"}
        return without(lines, moved & self._asked.keys())

    def _with_reasons(
        self, changes: Sequence[Change], ids: Mapping[str, str], there: Value
    ) -> Value:
        """Return the content of ``changes.json``, or ReleaseError for changes without a reason."""
        own = {name: key for key, name in ids.items()}
        problems = []
        for change in changes:
            if change.kind not in {"revised", "rekeyed", "retired"}:
                continue
            key = own.get(change.question_id, "")
            reason = self._draft.reasons.get(key, "") or self._options.reason
            row = {"question_id": change.question_id, "reason": reason}
            rows = there.setdefault(change.kind, [])
            if any(known["question_id"] == change.question_id for known in rows):
                continue
            if reason:
                rows.append(row)
            else:
                problems.append(self._reason_problem(change, key))
        if problems:
            raise ReleaseError(problems)
        return there

    def _reason_problem(self, change: Change, key: str) -> Problem:
        file, line = place_of(self._draft.places.get(key, CHANGES))
        words = self._asked[change.question_id].turns[-1].content[:60]
        column = "a column reason, or " if key else ""
        return Problem(
            code="change-unexplained",
            file=file,
            line=line,
            question_id=change.question_id[:12],
            got=f"{change.kind}, no reason: {words}",
            expected="why it is another than in the release before",
            fix=f"say why: {column}--reason 'the law changed'; or restore it as it was",
        )


def _review(question_id: str) -> Value:
    return {
        "question_id": question_id, "purpose": "audit", "readers": [], "outcome": "kept",
        "why": NOBODY,
    }  # fmt: skip


def _json(data: bytes) -> Value:
    value: Value = orjson.loads(data)
    return value


def _canonical(value: Any) -> bytes:
    return canonical_bytes(value) + b"\n"
