"""Drafts on disk: started, refreshed, sealed and cut; what a draft may not seal."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.errors import Problem, ReleaseError, UsageError
from digesta.records.base import release_parts
from digesta.records.release import GiveawayLimits, Manifest, Question
from digesta.records.submission import Prediction
from digesta.releases.balance import obstacles
from digesta.releases.checks import splits
from digesta.releases.cut import cut, release_files
from digesta.releases.data import (
    MANIFEST,
    SEALED,
    ReleaseData,
    final_ids,
    ids_of,
    locate,
    parse_release,
)
from digesta.releases.diff import unexplained_reseal
from digesta.releases.draft import canary_of, draft_from, example_draft, is_unchanged
from digesta.releases.refresh import names_of, refreshed_files, retiring_questions
from digesta.releases.report import DraftReport, draft_report, warnings_of
from digesta.workspace import store
from digesta.workspace.cards import PREDICTIONS
from digesta.workspace.compression import pack_files, read_release_tree
from digesta.workspace.git import committed_paths, ignores, is_repository
from digesta.workspace.holdout.private import SealedRecords, keep_records
from digesta.workspace.holdout.private_folder import BEFORE, IDS, KEYS, REVIEWS, TRUTHS
from digesta.workspace.holdout.seal import seal
from digesta.workspace.holdout.seals import refuse_public_truths
from digesta.workspace.progress import warn
from digesta.workspace.releases import folder_of, own_folders, read_records, read_release


def start_draft(
    root: Path, out: Path, manifest: dict[str, Any], *, source: str | None, private: Path | None
) -> Path | None:
    """Write a draft in a new folder; return the folder of the release that it goes on from.

    manifest: the release's id; title and next_due where they are chosen. source: the
    release to go on from, else the newest; where there is none, the draft is an example.
    """
    manifest = new_manifest(root, out, manifest, private=private)
    before = folder_of(root, source) if source is not None or own_folders(root) else None
    files = (
        draft_from(read_release_tree(before), read_release(before), manifest)
        if before
        else example_draft(manifest)
    )
    if private is not None:
        _make_keys(private)
    store.write_tree(out, files)
    return before


def new_manifest(
    root: Path, out: Path, manifest: Mapping[str, Any], *, private: Path | None
) -> dict[str, Any]:
    """Return what a new draft's manifest says of itself; UsageError where it cannot be written."""
    _refuse_places(root, out, manifest["release"], private=private)
    due = manifest.get("next_due")
    if due is not None and due < release_parts(manifest["release"]).day:
        raise UsageError(f"--next-due {due}: before the release itself, {manifest['release']}")
    title = manifest.get("title", f"Release {manifest['release']}")
    canary = canary_of(manifest["release"], title)
    limits = GiveawayLimits().as_json()
    new = {"canary_on_lines": True, "giveaways": limits}
    return {"title": title, "canary": canary, **manifest, **new}


def write_whole_draft(
    out: Path, files: Mapping[str, bytes], sealed: SealedRecords, *, private: Path | None
) -> None:
    """Write a draft, and before it the records of its sealed questions into a private folder."""
    if private is not None:
        private.mkdir(parents=True, exist_ok=True)
        _refuse_in_the_open(out, private)
        _make_keys(private)
        keep_records(private, sealed)
    store.write_tree(out, files)


def _refuse_places(root: Path, out: Path, release: str, *, private: Path | None) -> None:
    """Refuse a draft or a release that exists, and a private folder in the workspace."""
    refuse_release(out, root)
    cut = root / "releases" / release
    if cut.exists() or not store.is_free(out):
        raise UsageError(f"{cut if cut.exists() else out}: exists already")
    for folder in (root, out):
        if private is not None and private.resolve().is_relative_to(folder.resolve()):
            raise UsageError(
                f"{private}: is in {folder}; name a folder outside the workspace, so that keys and "
                "sealed truths are never committed"
            )


def _make_keys(private: Path) -> None:
    """Make the keys of a holdout, unless there are some: a set that goes on keeps its keys."""
    if not (private / KEYS).exists():
        keys = {name: secrets.token_hex(32) for name in ("salt_key", "draw_key")}
        store.write_file(private / KEYS, canonical_bytes(keys) + b"\n", mode=store.PRIVATE)


def refuse_release(draft: Path, root: Path | None = None) -> None:
    """Raise UsageError where a draft to be written is a cut release, or lies among releases.

    root: the workspace, if there is one. A manifest lists its files once it is cut.
    """
    among = root and draft.resolve().is_relative_to((root / "releases").resolve())
    with suppress(ReleaseError):  # what is no manifest is refused where the draft is read
        among = among or any(manifest.files for manifest in read_records(draft, MANIFEST, Manifest))
    if among:
        raise UsageError(
            f"{draft}: a release never changes; start a draft from it with: "
            "digesta release new YYYY-MM-DD --from RELEASE -o DRAFT"
        )


def refresh_draft(
    root: Path,
    draft: Path,
    *,
    share: str,
    seed: str,
    reason: str,
    only: Sequence[str] = (),
    besides: Sequence[str] = (),
) -> list[Question]:
    """Retire a share of each task's public questions, the oldest first; return those retired.

    only: tracks, or TRACK/TASK; none named: every task. besides: such, or ids, that stay. Where
    what stays could not be cut, ReleaseError says in numbers why, and nothing is written.
    """
    part = _share(share)
    if not reason.strip():
        raise UsageError("--retire-reason: give the reason, in one sentence")
    refuse_release(draft, root)
    with store.lock(draft):
        files = store.read_tree(draft)
        data = parse_release(files, name=draft.as_posix())
        before = release_before(root, data, draft)
        if before is None:
            raise UsageError(f"{draft}: has no earlier release, so there is nothing to refresh")
        if untrue := [problem for problem in splits(data) if problem.code == "truth-missing"]:
            raise ReleaseError(locate(draft.as_posix(), untrue))  # no key to keep even
        ids = ids_of(data.public())
        known = {name for question in data.public() for name in names_of(question)} - ids
        _check_names("--only", only, known)
        _check_names("--except", [name for name in besides if name not in ids], known)
        retired = retiring_questions(
            before, data, share=part, seed=seed, only=only, besides=besides
        )
        changes = refreshed_files(files, data, retired, reason=reason)
        after = parse_release(files | changes, name=draft.as_posix())
        if problems := list(obstacles(after)) if retired else []:
            raise ReleaseError(locate(draft.as_posix(), problems))
        for path, content in changes.items():
            store.write_file(draft / path, content)
    return retired


def _check_names(option: str, names: Sequence[str], known: set[str]) -> None:
    if unknown := sorted(set(names) - known):
        raise UsageError(
            f"{option}: nothing named {', '.join(unknown)}; there are: {', '.join(sorted(known))}"
        )


def _share(text: str) -> Fraction:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 0 < share <= 1:
        raise UsageError(f"--share {text}: a number above 0 and at most 1, such as 0.20")
    return share


def seal_draft(root: Path, draft: Path, private: Path) -> str:
    """Seal a holdout's truths, from a private folder; return the path of the sealed file."""
    refuse_release(draft, root)
    _refuse_in_the_open(draft, private)
    # Keys come first: draws of the questions that are to be sealed begin with one of them.
    _make_keys(private)
    names = [KEYS, TRUTHS, REVIEWS, IDS]
    files = {n: store.read_bytes(private / n) for n in names if (private / n).exists()}
    there, name = store.read_tree(draft), draft.as_posix()
    before = release_before(root, parse_release(there, name=name), draft)
    changes = seal(there, files, name=name, folder=private.as_posix(), before=before)
    data = parse_release(there | changes, name=name)
    refuse_public_truths(root, data, name=name)
    if before is not None and (problems := list(unexplained_reseal(before, data))):
        raise ReleaseError(locate(name, problems))
    with store.lock(draft):
        store.write_file(private / IDS, changes[IDS], mode=store.PRIVATE)
        # The manifest last: until it is there, the file is not what the draft commits to.
        for path in (SEALED, MANIFEST):
            store.write_file(draft / path, changes[path])
    return (draft / SEALED).as_posix()


def _refuse_in_the_open(draft: Path, private: Path) -> None:
    if not private.is_dir():
        raise UsageError(f"{private}: no such folder; --private names that of the sealed truths")
    inside = private.resolve().is_relative_to(draft.resolve())
    # Also files that are not there yet, and copies under any other name.
    names = [name for name in (KEYS, TRUTHS, REVIEWS, IDS, BEFORE) if not ignores(private / name)]
    names = names or (committed_paths(private) if is_repository(private) else [])
    if inside or names:
        raise UsageError(
            f"{private}: {', '.join(names[:3]) or 'its truths'} could be committed; move it out of "
            "the project, or name it in .gitignore (and git rm --cached what is committed already)"
        )


def cut_draft(root: Path, draft: Path, *, today: dt.date | None = None) -> tuple[Path, ReleaseData]:
    """Cut a draft into releases/<id>; return that folder, and its records.

    today: no release of a later day is cut.
    """
    files, name = store.read_tree(draft), draft.as_posix()
    read = parse_release(files, name=name)
    if today and read.manifest.day > str(today):
        raise UsageError(
            f"{name}: release {read.manifest.release} is dated ahead: it is {today}, and nothing "
            "can be logged for it before its day. Rename it, or, if it is right, add --confirm-date"
        )
    before = release_before(root, read, draft)
    release = cut(files, name=name, before=before, draft=read)
    data = parse_release(release, name="release")
    if problems := list(_problems_here(root, data, before, name=name)):
        raise ReleaseError(problems)
    folder = root / "releases" / data.manifest.release
    with store.lock(root / "releases"):
        store.write_tree(folder, pack_files(release) if data.manifest.archive else release)
    for row in data.changes.uneven or ():
        warn(
            f"{row.board}: {row.adversary} exceeds its limit, since a key was corrected "
            f"({row.reason}); level the key in the next release"
        )
    for line in warnings_of(data):
        warn(line)
    return folder, data


def _problems_here(
    root: Path, data: ReleaseData, before: ReleaseData | None, *, name: str
) -> Iterator[Problem]:
    """Yield what keeps a release out of this workspace, whatever else it is."""
    try:
        refuse_public_truths(root, data, name=name)
    except ReleaseError as error:
        yield from error.problems
    if before is not None and is_unchanged(before, data):
        yield Problem(
            code="draft-unchanged",
            file=f"{name}/questions.jsonl",
            got=f"what {before.manifest.release} holds",
            expected="a question, truth or other file that is new",
            fix="edit the draft, and cut it then",
        )


def check_draft(root: Path, draft: Path) -> DraftReport:
    """Return all that cutting a draft would find, and the figures behind it; nothing is written."""
    files, name = store.read_tree(draft), draft.as_posix()
    try:
        data = parse_release(files, name=name)
    except ReleaseError as error:
        return DraftReport(0, error.problems)
    before = release_before(root, data, draft)
    report = draft_report(data, before)
    if not report.problems:
        data = parse_release(release_files(data, files, before), name="release")
    here = list(_problems_here(root, data, before, name=name))
    if (root / "releases" / data.manifest.release).exists():
        wrong = partial(Problem, code="release-exists", got=data.manifest.release)
        fix = "a release never changes: give the draft another id"
        here.append(wrong(file=f"{name}/{MANIFEST}", fix=fix))
    return report._replace(problems=[*locate(name, report.problems), *here])


def draft_answers(path: Path) -> dict[str, Any]:
    """Return the answers in a draft's folder, by the ids that its questions have once it is cut.

    path: the folder, or a file of answers in it, of which an import of several systems writes some.
    """
    draft, name = (path.parent, path.name) if path.is_file() else (path, PREDICTIONS)
    ids = final_ids(read_release(draft).questions)
    lines = read_records(draft, name, Prediction)
    problems = [
        Problem(
            code="unknown-id",
            file=(draft / name).as_posix(),
            question_id=line.question_id,
            expected="a question of the draft",
            fix="correct or remove the line",
        )
        for line in lines
        if line.question_id not in ids
    ]
    if problems or not lines:
        none = f"{draft / name}: no answers; copy those that an import wrote"
        raise ReleaseError(problems) if problems else UsageError(none)
    return {ids[line.question_id]: line.answer for line in lines}


def release_before(root: Path, draft: ReleaseData, folder: Path) -> ReleaseData | None:
    """Return the release that a draft goes on from; None if it is the first."""
    name = draft.manifest.previous
    if name is None:
        return None
    before = root / "releases" / name
    if not (before / MANIFEST).is_file():
        raise ReleaseError.of(
            code="previous-missing",
            file=f"{folder.as_posix()}/{MANIFEST}",
            got=name,
            expected=f"a release in {(root / 'releases').as_posix()}",
            fix="name the release before it in previous, or give its workspace by --root",
        )
    return read_release(before)
