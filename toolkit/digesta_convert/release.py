"""An import into a workspace: a draft that can be cut, and the records of what is sealed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import orjson
from pydantic import TypeAdapter

from digesta.errors import InputError, Problem, ReleaseError, UsageError, plain
from digesta.records.base import ReleaseId
from digesta.releases.data import locate
from digesta.releases.diff import Change
from digesta.releases.draft import canary_of
from digesta.workspace import store
from digesta.workspace.compression import read_release_tree
from digesta.workspace.drafts import new_manifest, write_whole_draft
from digesta.workspace.holdout.private import recipients_in, sealed_before
from digesta.workspace.releases import folder_of, own_folders, read_release
from digesta.workspace.site_config import config_of
from digesta_convert import converter_named
from digesta_convert.archive import (
    UNSTATED,
    archive_record,
    is_archive,
    with_repeats,
    write_archive,
)
from digesta_convert.shared.draft import Draft, Value, as_files
from digesta_convert.shared.whole import Before, DraftOptions, WholeDraft, whole_draft
from digesta_convert.sources import located_error, source_files

_LISTED, _SHOWN = 20, 24
_IDS = TypeAdapter[str](ReleaseId)


@dataclass(frozen=True)
class ImportOptions:
    """What a user says of a draft. constants: of each question, by key. release: "" is none.

    url: where an archive was published. key: signs its decisions.
    """

    root: Path
    release: str = ""
    track: str = ""
    title: str = ""
    reason: str = ""
    constants: Value = field(default_factory=dict)
    private: Path | None = None
    recipients: tuple[str, ...] = ()
    url: str = ""
    key: Path | None = None

    @property
    def archive(self) -> bool:
        """Return whether it becomes an archive of another's benchmark, by its release's id."""
        return is_archive(self.release)

    def for_folder(self, out: Path) -> ImportOptions:
        """Return the options with the release's id, which the draft's folder may give."""
        try:
            return replace(self, release=_IDS.validate_python(self.release or out.resolve().name))
        except ValueError:
            pass
        if self.release or self.private or self.reason or self.track:
            got = self.release or out.resolve().name
            raise UsageError(f"{got}: no release's id: name the folder, or --release, YYYY-MM-DD")
        return self


def import_source(form: str, paths: Sequence[Path], options: ImportOptions) -> Draft:
    """Return the draft that a benchmark's files make; list what was not read."""
    converter = converter_named(form)
    named = not all(path.is_dir() for path in paths)
    mapping = paths[0].with_suffix(".toml") if named else paths[0]
    if converter.parse_with and len(paths) == 1 and mapping.is_file():
        sys.stderr.write(f"read with {plain(mapping.as_posix())}\n")
        paths = [*paths, mapping]
    name, files = source_files(paths)
    title = options.title or workspace_title(options)
    unstated = UNSTATED if options.archive else {}
    constants = unstated | options.constants | ({"title": title} if title else {})
    try:
        draft = converter.read(files, constants)
    except InputError as error:
        raise located_error(name, error) from None
    for problem in locate(name, draft.refused):
        sys.stderr.write(f"left out, the others are read: {problem}\n")
    if draft.unread and named:
        problems = [
            Problem(
                code="not-recognised",
                file=path,
                got="none of the format's files",
                expected=converter.about,
                fix="leave the file out, or name its format",
            )
            for path in draft.unread
        ]
        raise located_error(name, ReleaseError(problems))
    if draft.unread:
        sys.stderr.write(f"not read: {plain(', '.join(draft.unread), 1000)}\n")
    return replace(draft, questions=with_repeats(draft.questions)) if options.archive else draft


def warn_of_open_truths(paths: Sequence[Path], draft: Draft, root: Path) -> None:
    """Warn of a table with sealed rows in the workspace, from which people commit."""
    if not _has_holdout(draft):
        return
    for path in paths:
        if path.resolve().is_relative_to(root.resolve()):
            sys.stderr.write(
                f"{plain(path.as_posix())}: holds answers that are to be sealed, and lies in the "
                "workspace: keep it beside the truths, and out of every commit\n"
            )


def write_draft(out: Path, draft: Draft, options: ImportOptions) -> str:
    """Write an import; return what to say of it."""
    if options.archive and out.absolute().parent.name == "releases":
        about = DraftOptions(
            _archive_manifest(draft, options), options.track, options.title, options.reason
        )
        made = write_archive(out, draft, about, options.key)
        return listing([*draft.notes, *draft.odd]) + made
    if options.release:
        return write_whole(out, draft, options)
    if _has_holdout(draft):
        raise UsageError(
            f"{out}: rows of split holdout, whose truths would be public here: name the folder by "
            "a release, YYYY-MM-DD, and a folder for the truths with --private"
        )
    store.write_tree(out, as_files(draft))
    return (
        f"{out.as_posix()}: {len(draft.questions)} questions, {len(draft.truths)} truths, "
        f"{len(draft.predictions)} answers\n"
    ) + listing(draft.messages())


def listing(messages: Sequence[str]) -> str:
    """Return what to add to a draft or to check, a line each; "" where that is nothing."""
    lines = [f"  {plain(message, 2000)}\n" for message in messages]
    return "".join(["to add or check:\n", *lines] if lines else [])


def workspace_title(options: ImportOptions) -> str:
    """Return the title of a workspace's benchmark: its track's, else its site's, or ""."""
    if options.archive:
        return ""
    if options.release and own_folders(options.root):
        tracks = read_release(folder_of(options.root, None)).manifest.tracks
        mine = [each.title for each in tracks if options.track in {"", each.track}]
        return mine[0] if len(mine) == 1 else ""
    file = options.root / "digesta.toml"
    text = store.read_bytes(file).decode("utf-8", "replace") if file.is_file() else ""
    return config_of(text).title if "title" in text and options.release else ""


def write_whole(out: Path, draft: Draft, options: ImportOptions) -> str:
    """Write an import as a draft of a workspace; return what to say of it."""
    private = options.private
    if _has_holdout(draft) and private is None:
        raise UsageError(
            "rows of split holdout: name the folder of their truths, outside the workspace, "
            "with --private"
        )
    before = _before(options)
    known = before.data.manifest.recipients if before else ()
    recipients = options.recipients or known or (recipients_in(private) if private else ())
    manifest = new_manifest(options.root, out, {"release": options.release}, private=private)
    if options.archive:
        manifest = _archive_manifest(draft, options)
    about = DraftOptions(manifest, options.track, options.title, options.reason, tuple(recipients))
    whole = whole_draft(draft, about, before)
    moved = whole.sealed.truths or whole.sealed.gone
    write_whole_draft(out, whole.files, whole.sealed, private=private if moved else None)
    return listing([*draft.notes, *draft.odd]) + "".join(
        _summary(out, whole, before, private=private)
    )


def _archive_manifest(draft: Draft, options: ImportOptions) -> Value:
    release = options.release
    title = options.title or draft.archive.get("source") or draft.track.get("method_after", release)
    return {
        "release": release,
        "title": title,
        "canary": canary_of(release, title),
        "canary_on_lines": True,
        "archive": archive_record(draft, release, title, options.url),
    }


def _has_holdout(draft: Draft) -> bool:
    return any(each.get("split") == "holdout" for each in draft.questions)


def _before(options: ImportOptions) -> Before | None:
    if options.archive or not own_folders(options.root):
        return None
    folder = folder_of(options.root, None)
    data = read_release(folder)
    private = options.private
    sealed = sealed_before(private, data) if private is not None and private.is_dir() else None
    return Before(read_release_tree(folder), data, sealed)


def _summary(
    out: Path, whole: WholeDraft, before: Before | None, *, private: Path | None
) -> Iterator[str]:
    place = out.as_posix()
    questions = [orjson.loads(line) for line in whole.files["questions.jsonl"].splitlines()]
    sealed = sum(each.get("split") == "holdout" for each in questions)
    yield f"{place}: {len(questions)} questions, {sealed} of them sealed\n"
    if before is not None:
        counts = Counter(change.kind for change in whole.changes)
        counted = ", ".join(f"{n} {kind}" for kind, n in counts.items())
        yield f"since {before.data.manifest.release}: {whole.same} as they were"
        yield f"; {counted}\n" if counted else "\n"
        for change in whole.changes[:_LISTED]:
            yield f"  {_line(change)}\n"
        if len(whole.changes) > _LISTED:
            yield f"  and {len(whole.changes) - _LISTED} more\n"
    if sealed:
        folder = private.as_posix() if private else "FOLDER"
        yield f"then: digesta release seal {place} --private {folder}\n"
    yield f"see what it lacks: digesta draft check {place}\n"
    yield f"then: digesta release cut {place}\n"


def _line(change: Change) -> str:
    name = change.question_id[:_SHOWN]
    fields = f" ({', '.join(change.fields)})" if change.fields else ""
    why = f": {change.reason}" if change.reason else ""
    return plain(f"{change.kind} {change.task} {name}{fields}{why}", 200)
