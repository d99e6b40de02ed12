"""The toy world of the tests: tracks, a draft of them, its release, submissions. All is invented.

A track is a value: its record in the manifest, its questions and truths, its resources. ``draft``
makes the files of a release of some tracks; every manifest, question, review and limit of a toy
comes from here.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyrage

from commands import Done, run
from digesta.canonical import canonical_bytes, canonical_lines, question_id, sha256_hex
from digesta.releases.cut import cut, file_entries
from digesta.releases.data import parse_release
from digesta.scoring.facts import CompiledRelease, compile_release

RELEASE = "2026-02-05"
REFS = [{"work": "the tests", "at": "1"}]
Record = dict[str, Any]


class Track(NamedTuple):
    """A track of a toy release."""

    record: Record
    questions: Sequence[Record]
    truths: Sequence[Record]
    resources: Mapping[str, bytes] = {}

    def but(self, **fields: Any) -> Track:
        """Return the track with other fields in its record."""
        return self._replace(record=self.record | fields)


# Records --------------------------------------------------------------------------------------


def track_record(
    name: str, scorer: str, metric: str, tasks: Mapping[str, str], **more: Any
) -> Record:
    """Return a track's record in the manifest. tasks: each task's category."""
    of_all = {"scorer": scorer, "metric": metric}
    return {
        "track": name,
        "title": name.title(),
        "notice": {"en": "For tests only."},
        "headline": metric,
        "conditions": ["closed_book", "retrieval"],
        "categories": {category: {"title": category.title()} for category in tasks.values()},
        "tasks": {
            task: {"title": task.title(), "category": category} | of_all
            for task, category in tasks.items()
        },
        "scores": [{"name": metric, "mean_of": "categories"}],
    } | more


def question(track: Record, task: str, number: int, prompt: str, **more: Any) -> Record:
    """Return a question of a track, with a working id such as ``colour-3``."""
    about = track["tasks"][task]
    return {
        "question_id": f"{task.replace('_', '-')}-{number}",
        "split": "public",
        "track": track["track"],
        "category": about["category"],
        "task": task,
        "scorer": about["scorer"],
        "language": "en",
        "turns": [{"role": "user", "content": prompt}],
        "license": "CC-BY-4.0",
        "attribution": "the tests",
        "cluster_id": f"c-{task.replace('_', '')}{number:04d}",
        "released": RELEASE,
        "difficulty": "easy",
        "tags": [],
    } | more


def truth(key: str, right: Record) -> Record:
    """Return the truth of a question."""
    return {"question_id": key, "truth": right, "source_refs": REFS}


def review(key: str) -> Record:
    """Return the review of a question."""
    reader = {"kind": "program", "qualification": "the tests", "verdict": "agreed"}
    return {"question_id": key, "purpose": "blind", "readers": [reader], "outcome": "kept"}


def disputed_by_all(one: Record) -> Record:
    """Return a review none of whose readers agreed."""
    return one | {"readers": [reader | {"verdict": "disputed"} for reader in one["readers"]]}


def manifest(*tracks: Track, **changes: Any) -> Record:
    """Return the manifest of a draft of these tracks; of the toy if none is named."""
    return {
        "format": "release/1",
        "release": RELEASE,
        "title": "Test release",
        "canary": "00000000-0000-4000-8000-000000000000",
        "normalisers": {},
        "licenses": ["CC-BY-4.0"],
        "tracks": [track.record for track in tracks or (toy(),)],
    } | changes


def limits(*names: str) -> bytes:
    """Return a file of limits, one for each track."""
    told = [{"track": name, "limit": "all", "why": "a toy"} for name in names]
    return canonical_bytes({"format": "limits/1", "limits": told})


def draft(*tracks: Track, **changes: Any) -> dict[str, bytes]:
    """Return the files of a draft; ``changes`` go into its manifest."""
    tracks = tracks or (toy(),)
    asked = [one for track in tracks for one in track.questions]
    files = {
        "release.json": canonical_bytes(manifest(*tracks, **changes)),
        "questions.jsonl": canonical_lines(asked),
        "truths.jsonl": canonical_lines(one for track in tracks for one in track.truths),
        "review.jsonl": canonical_lines(review(one["question_id"]) for one in asked),
        "changes.json": canonical_bytes({"format": "changes/1"}),
        "limits.json": limits(*(track.record["track"] for track in tracks)),
    }
    for track in tracks:
        files |= {f"resources/{path}": data for path, data in track.resources.items()}
    return files


# The toy track: three tasks in two categories ---------------------------------------------------

TASKS: dict[str, tuple[str, str]] = {
    "colour": ("sight", "enum"),
    "yes_no": ("sight", "boolean"),
    "count": ("number", "numeric"),
}
COLOURS = ["red", "green", "blue", "black"]
TOY = track_record(
    "toy", "closed", "accuracy", {task: category for task, (category, _) in TASKS.items()},
    scores=[
        {"name": "accuracy", "mean_of": "categories"},
        {"name": "accuracy_micro", "pool": "all", "metric": "accuracy"},
    ],
)  # fmt: skip


def right_answer(task: str, number: int) -> Any:
    """Return the right answer to a question of the toy track."""
    return {"colour": COLOURS[number % 4], "yes_no": number % 2 == 0, "count": 100 + number}[task]


def questions(each: int = 12) -> list[Record]:
    """Return ``each`` questions a task of the toy track."""
    return [
        question(
            TOY, task, number, f"Case {number} of the kind {kind}?",
            ask={"answer_type": kind} | ({"choices": COLOURS} if kind == "enum" else {}),
        )
        for task, (_, kind) in TASKS.items()
        for number in range(each)
    ]  # fmt: skip


def truths(asked: Sequence[Record]) -> list[Record]:
    """Return the truth of each question."""
    return [
        truth(key, {"answer": right_answer(one["task"], int(key.rsplit("-", 1)[1]))})
        for one in asked
        for key in [one["question_id"]]
    ]


def toy(each: int = 12) -> Track:
    """Return the toy track with ``each`` questions a task."""
    asked = questions(each)
    return Track(json.loads(json.dumps(TOY)), asked, truths(asked))


# Files and workspaces ---------------------------------------------------------------------------

Change = Callable[[Record], Mapping[str, Any] | None]


def edited(files: Mapping[str, bytes], path: str, change: Change) -> dict[str, bytes]:
    """Apply a change to every record of a file; a record for which it gives None is dropped."""
    changed = [change(one) for one in map(json.loads, files[path].splitlines())]
    return dict(files) | {path: canonical_lines([one for one in changed if one is not None])}


def write(root: Path, files: Mapping[str, bytes]) -> Path:
    """Write files under a folder."""
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def lines_of(path: Path) -> list[Record]:
    """Read a file of lines."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def as_cut(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return a draft as if it were cut: no check is made, and ids stay as they are."""
    listed = {"files": [entry.as_json() for entry in file_entries(files)]}
    return edited(files, "release.json", lambda one: one | listed)


def compiled_of(files: Mapping[str, bytes]) -> CompiledRelease:
    """Cut a draft and compile its release."""
    data = parse_release(cut(files, name="draft"), name="release")
    return compile_release(data.manifest, data.questions, data.truths, digest=data.digest)


def cut_in(root: Path, files: Mapping[str, bytes] | None = None) -> Path:
    """Cut a draft, else the toy's, into a workspace; return the workspace."""
    ok("release", "cut", write(root / "draft", files or draft()), "--root", root)
    return root


def released_in(root: Path, each: int = 4, **changes: Any) -> Path:
    """Write a cut release of the toy, with the changes in its manifest, into a workspace."""
    files = cut(draft(toy(each), **changes), name="draft")
    write(root / "releases" / changes.get("release", RELEASE), files)
    return root


def submission(
    root: Path, name: str, answers: Mapping[str, Any], *, release: str = RELEASE, **more: Any
) -> Path:
    """Write a submission's folder into a workspace."""
    card = {
        "submission_id": name,
        "release": release,
        "model_name": f"Model {name}",
        "organization": "Tests",
    } | more
    lines = [{"question_id": key, "answer": answer} for key, answer in answers.items()]
    files = {"submission.json": canonical_bytes(card), "predictions.jsonl": canonical_lines(lines)}
    return write(root / "predictions" / release / name, files)


def folder(root: Path, name: str) -> Path:
    return root / "predictions" / RELEASE / name


def key_of(root: Path) -> dict[str, Any]:
    """Return the right answer to every public question of a workspace's release."""
    truths = lines_of(root / "releases" / RELEASE / "truths.jsonl")
    return {one["question_id"]: one["truth"]["answer"] for one in truths}


def do(*arguments: str | Path) -> Done:
    """Run a command; a toy is sealed as if its workspace were empty."""
    if arguments[:2] == ("release", "seal") and "--root" not in arguments:
        arguments += ("--root", Path(arguments[2]).parent / "nowhere")
        Path(arguments[-1]).mkdir(exist_ok=True)
    return run(*arguments)


def ok(*arguments: str | Path) -> Done:
    """Run a command that must succeed."""
    done = do(*arguments)
    assert done.code == 0, done.stderr
    return done


def git(root: Path, *arguments: str) -> None:
    """Run git in a folder, as a nobody."""
    named = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=m"]
    subprocess.run(["git", "-C", str(root), *named, *arguments], check=True, capture_output=True)


# Sealed questions -------------------------------------------------------------------------------

FIRST_SEALED = 12
"""Of each task's 42 questions, the first twelve are public, thirty are sealed."""

KEYS = {name: sha256_hex(f"{name} of the tests".encode()) for name in ("salt_key", "draw_key")}


class Identity:
    """An age identity, made for one test."""

    def __init__(self) -> None:
        self._made = pyrage.x25519.Identity.generate()
        self.secret, self.public = str(self._made), str(self._made.to_public())

    def file(self, root: Path, name: str = "identity.txt") -> Path:
        path = root / name
        path.write_text(f"# public key: {self.public}\n{self.secret}\n")
        return path


def _number(one: Mapping[str, Any]) -> int:
    return int(str(one["question_id"]).rsplit("-", 1)[1])


def both(*recipients: str, computable: str = "") -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return a draft with a holdout and its private folder. computable: a category that is."""
    track = toy(42)
    for name, one in track.record["categories"].items():
        if computable in (name, "all"):
            one["computable"] = True
    files = draft(track, recipients=list(recipients))
    private = {"keys.json": canonical_bytes(KEYS)}
    for path in ("truths.jsonl", "review.jsonl"):
        whole = files[path]
        files = edited(files, path, lambda one: None if _number(one) >= FIRST_SEALED else one)
        private |= edited(
            {path: whole}, path, lambda one: one if _number(one) >= FIRST_SEALED else None
        )
    return edited(
        files, "questions.jsonl",
        lambda one: one | {"split": "holdout"} if _number(one) >= FIRST_SEALED else one,
    ), private  # fmt: skip


def key() -> dict[str, Any]:
    """Return the right answer of every question, public and sealed, by final id."""
    return {question_id(one): right_answer(one["task"], _number(one)) for one in questions(42)}


def answers(right: int) -> dict[str, Any]:
    """Return answers of which the first ``right`` of each task's sealed questions are right."""
    good = zip(key().items(), questions(42), strict=True)
    return {k: v if _number(one) < FIRST_SEALED + right else "?" for (k, v), one in good}


def sealed_in(root: Path, files: Mapping[str, bytes], private: Mapping[str, bytes]) -> Path:
    """Seal and cut a draft in a new workspace under a folder; return the workspace."""
    write(root / "draft", files)
    write(root / "private", private)
    work = root / "work"
    work.mkdir()
    ok("release", "seal", root / "draft", "--private", root / "private")
    ok("release", "cut", root / "draft", "--root", work)
    return work


def made(root: Path, *recipients: str, computable: str = "") -> Path:
    """Seal and cut a release of the toy in a new workspace under a folder."""
    return sealed_in(root, *both(*recipients, computable=computable))


def scored(work: Path, identity: Path, name: str, right: int, *more: str, **card: Any) -> Done:
    """Send in a submission and score it on the sealed questions."""
    folder = submission(work, name, answers(right), **card)
    return do(
        "release", "score-holdout", folder, "--identity", identity, "--date", "2026-02-10",
        "--root", work, *more,
    )  # fmt: skip


def holdout(work: Path, name: str, release: str = RELEASE) -> Record:
    """Read a submission's holdout.json."""
    path = work / "predictions" / release / name / "holdout.json"
    found: Record = json.loads(path.read_bytes())
    return found


def log(work: Path, name: str, release: str = RELEASE) -> list[Record]:
    """Read a log of a release; [] before its first line."""
    path = work / "releases" / release / "log" / f"{name}.jsonl"
    return lines_of(path) if path.exists() else []


def retire(work: Path, release: str, identity: Path) -> Done:
    """Retire a release."""
    return do(
        "release", "retire", release, "--identity", identity, "--date", "2027-01-01",
        "--confirm-date", "--root", work,
    )  # fmt: skip
