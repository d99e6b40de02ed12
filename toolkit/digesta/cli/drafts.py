"""Commands between two releases: release new, release refresh, release diff; status."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digesta.cli.options import HERE, JsonOption, RootOption, put, put_json
from digesta.errors import UsageError, plain

if TYPE_CHECKING:
    from digesta.releases.diff import Change
    from digesta.releases.reading import ReleaseData

ReleaseArgument = Annotated[str, typer.Argument(help="Release id or folder.")]
WORDS = {"rekeyed": "re-keyed", "metadata": "in metadata only"}


def register(app: typer.Typer, release: typer.Typer) -> None:
    """Add these commands to the application and to its group ``release``."""
    release.command(
        epilog="Example: digesta release new 2026-12-22 --from 2026-11-22.2 -o drafts/2026-12-22"
    )(new)
    release.command(
        epilog="Example: digesta release refresh drafts/2026-12-22 --share 0.20 --seed december "
        "--retire-reason 'rolling refresh'"
    )(refresh)
    release.command(epilog="Example: digesta release diff 2026-11-22 2026-11-22.2 --scores")(diff)
    app.command(epilog="Example: digesta status")(status)


# Starting a draft -----------------------------------------------------------------------------


def new(
    release: Annotated[str, typer.Argument(help="Id of the release to be: YYYY-MM-DD, or .N.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The draft's folder, a new one.")],
    *,
    source: Annotated[
        str | None, typer.Option("--from", help="Release to go on from; the newest, if any.")
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", help="Name for the eye; else after its id.")
    ] = None,
    next_due: Annotated[
        str | None, typer.Option("--next-due", help="When the one after it is due: YYYY-MM-DD.")
    ] = None,
    canary: Annotated[
        str | None, typer.Option("--canary", help="A UUID; else made from id and title.")
    ] = None,
    private: Annotated[
        Path | None,
        typer.Option("--private", help="Folder outside the workspace for a new holdout's keys."),
    ] = None,
    root: RootOption = HERE,
) -> None:
    """Start a draft from the release before it, or from an example where there is none.

    Questions keep their ids while they are edited; new ones take short ids of your own.
    """
    from digesta.releases.draft import canary_of, draft_from, example_draft
    from digesta.releases.reading import parse_release
    from digesta.workspace import store

    folder = _to_go_on_from(root, source)
    _refuse_what_is_there(root, release, out, private)
    named = title or f"Release {release}"
    manifest = {"release": release, "title": named, "canary": canary or canary_of(release, named)}
    manifest |= {"next_due": next_due} if next_due else {}
    if folder is None:
        made = example_draft(manifest)
    else:
        files = store.read_tree(folder)
        made = draft_from(files, parse_release(files, name=folder.as_posix()), manifest)
    if private is not None:
        _make_keys(private)
    store.write_tree(out, made)
    after = f"goes on from {folder.name}" if folder else "an example to replace"
    put(f"{out.as_posix()}: {after}\nthen: digesta release cut {out.as_posix()}\n")


def _to_go_on_from(root: Path, source: str | None) -> Path | None:
    from digesta.releases.reading import MANIFEST
    from digesta.workspace import store
    from digesta.workspace.releases import folder_of

    known = [folder for folder in store.folders(root / "releases") if (folder / MANIFEST).is_file()]
    return folder_of(root, source) if known or source is not None else None


def _refuse_what_is_there(root: Path, release: str, out: Path, private: Path | None) -> None:
    for taken in (out, root / "releases" / release):
        if taken.exists():
            raise UsageError(f"{taken}: exists already")
    if private is not None:
        for folder in (root, out):
            if private.resolve().is_relative_to(folder.resolve()):
                raise UsageError(
                    f"{private}: lies in {folder}; keys and sealed truths lie outside the "
                    "workspace, where nothing commits them"
                )


def _make_keys(private: Path) -> None:
    """Make the keys of a holdout, unless there are some: a set that goes on keeps its keys."""
    from digesta.canonical import canonical_bytes
    from digesta.holdout.seal import KEYS
    from digesta.workspace import store

    if not (private / KEYS).exists():
        keys = {name: secrets.token_hex(32) for name in ("salt_key", "draw_key")}
        store.write_file(private / KEYS, canonical_bytes(keys) + b"\n", mode=store.PRIVATE)


# Refresh --------------------------------------------------------------------------------------


def refresh(
    draft: Annotated[Path, typer.Argument(help="The draft's folder.")],
    share: Annotated[str, typer.Option("--share", help="Of each task's questions: 0.20.")],
    seed: Annotated[str, typer.Option("--seed", help="Any text; it orders those of one age.")],
    why: Annotated[str, typer.Option("--retire-reason", help="Why they retire.")],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="This track, or TRACK/TASK, alone; repeatable."),
    ] = None,
    root: RootOption = HERE,
) -> None:
    """Retire a share of each task's public questions, whole clusters, the oldest first.

    The same command again retires nothing more.
    """
    from digesta.releases.reading import parse_release
    from digesta.releases.refresh import refreshed_files, retiring_questions
    from digesta.workspace import store
    from digesta.workspace.drafts import release_before

    part = _share(share)
    if not why.strip():
        raise UsageError("--retire-reason: say why, in a sentence")
    with store.locked(draft):
        files = store.read_tree(draft)
        data = parse_release(files, name=draft.as_posix())
        before = release_before(root, data, draft)
        if before is None:
            raise UsageError(f"{draft}: goes on from no release; there is nothing to refresh")
        known = {name for one in data.public() for name in (one.track, f"{one.track}/{one.task}")}
        if unknown := sorted(set(only or ()) - known):
            said = f"--only: nothing named {', '.join(unknown)}"
            raise UsageError(f"{said}; there are: {', '.join(sorted(known))}")
        retired = retiring_questions(before, data, share=part, seed=seed, only=only or ())
        for path, content in refreshed_files(files, data, retired, reason=why).items():
            store.write_file(draft / path, content)
    tasks = sorted({f"{one.track}/{one.task}" for one in retired})
    put(f"{draft.as_posix()}: {len(retired)} questions of {len(tasks)} tasks retired\n")


def _share(text: str) -> Fraction:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 0 < share <= 1:
        raise UsageError(f"--share {text}: a number above 0 and at most 1, such as 0.20")
    return share


# Diff -----------------------------------------------------------------------------------------


def diff(
    before: ReleaseArgument,
    after: Annotated[str, typer.Argument(help="Release id or folder, or a draft's folder.")],
    scores: Annotated[
        bool,
        typer.Option("--scores", help="Also what systems earned on the questions of both."),
    ] = False,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Return what changed between two releases, or a release and a draft, question by question."""
    from digesta.canonical import question_id
    from digesta.releases.diff import KINDS, difference, is_resealed
    from digesta.workspace.shared import shared_scores

    one, other = _read(root, before), _read(root, after)
    ids = {q.question_id: question_id(q.as_json()) for q in other.questions}
    changes = difference(one, other, ids)
    earned = shared_scores(root, before, after) if scores else []
    if as_json:
        counts = {kind: sum(c.kind == kind for c in changes) for kind in KINDS}
        put_json(
            {
                "before": one.manifest.release,
                "after": other.manifest.release,
                "counts": counts,
                "changes": [change.as_json() for change in changes],
                "holdout_resealed": is_resealed(one, other),
                **({"scores": [one._asdict() for one in earned]} if scores else {}),
            }
        )
    else:
        put(f"{one.manifest.release} -> {other.manifest.release}\n")
        put("holdout re-sealed: root changed\n" if is_resealed(one, other) else "")
        put("".join(f"{line}\n" for line in _told(changes)))
        for row in earned:
            who = plain(f"{row.model_name} ({row.organization}, {row.condition})")
            put(f"{row.track}, {row.n} in both: {who} {row.before:.3f} -> {row.after:.3f}\n")


def _read(root: Path, wanted: str) -> ReleaseData:
    from digesta.releases.reading import parse_release
    from digesta.workspace import store
    from digesta.workspace.releases import folder_of

    folder = folder_of(root, wanted)
    return parse_release(store.read_tree(folder), name=folder.as_posix())


def _told(changes: list[Change]) -> Iterator[str]:
    from digesta.releases.diff import KINDS, counts

    if not changes:
        yield "no question differs"
    for place, found in counts(changes).items():
        said = [f"{found[kind]} {WORDS.get(kind, kind)}" for kind in KINDS if found[kind]]
        yield f"{'/'.join(place)}: {', '.join(said)}"
    for change in changes:
        was = f", was {change.replaces[:12]}" if change.replaces else ""
        fields = f": {', '.join(change.fields)}" if change.fields else ""
        why = f" ({plain(change.reason)})" if change.reason else ""
        yield f"{change.kind} {'/'.join(change[1:4])} {change.question_id[:12]}{was}{fields}{why}"


# Status ---------------------------------------------------------------------------------------


def status(
    date: Annotated[
        str | None,
        typer.Option("--date", help="YYYY-MM-DD; else the last day that logs and releases name."),
    ] = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Return what is stale, undecided, disputed, due or not published, and what mends each."""
    from digesta.workspace.status import stand

    day, found = stand(root, date)
    if as_json:
        put_json({"date": day, "findings": [one._asdict() for one in found]})
    else:
        lines = [f"{one.kind}: {plain(one.what)}\n  {plain(one.fix)}\n" for one in found]
        put("".join(lines) or f"nothing waits on {day}\n")
