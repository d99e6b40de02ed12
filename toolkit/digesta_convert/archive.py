"""An import into an archive: a release of another's benchmark, with its answers, ready to publish.

The checks of our own questions do not apply. Floors are shown and keep no release from being cut.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from digesta.canonical import canonical_lines, question_id
from digesta.errors import UsageError
from digesta.records.base import release_parts
from digesta.releases.cut import cut
from digesta.releases.data import DECISIONS, final_ids, parse_release
from digesta.workspace import store
from digesta.workspace.cards import COMPRESSED, METADATA, new_card
from digesta.workspace.compression import pack, pack_files
from digesta.workspace.logs.decisions import decide_each
from digesta.workspace.releases import signing
from digesta_convert.shared.draft import Draft, SourceSystem, Value
from digesta_convert.shared.names import UNKNOWN
from digesta_convert.shared.whole import DraftOptions, WholeDraft, whole_draft

UNSTATED: Value = {"language": "und", "license": "LicenseRef-unstated"}
"""What questions get of which neither source nor user says it: their texts are not published."""
_LONGEST_NAME = 80
_REASON = "published answers, imported with their benchmark and marked again"


def is_archive(release: str) -> bool:
    """Return whether a release's id begins with a series.

    >>> is_archive("mmlu-2026-12-01"), is_archive("2026-12-01"), is_archive("")
    (True, False, False)
    """
    return bool(release) and bool(release_parts(release).series)


def archive_record(draft: Draft, release: str, title: str, url: str) -> Value:
    """Return the record of whose benchmark it is, as far as source and user say it."""
    licenses = sorted({each["license"] for each in draft.questions})
    record = {
        "source": title,
        "commit": release_parts(release).day,
        "license": " AND ".join(licenses),
        "attribution": title,
        "published": "Questions, what is right, and the systems' answers.",
        **{key: text for key, text in draft.archive.items() if text},
        "odd": [line for line in (*draft.notes, *draft.odd) if not line.startswith("cluster_id:")],
    }
    return record | ({"url": url} if url else {})


def with_repeats(questions: Sequence[Value]) -> tuple[Value, ...]:
    """Return questions with a number for each repeat; repeats within a task share a cluster."""
    times: Counter[str] = Counter()
    clusters: dict[tuple[str, str], str] = {}
    rows = []
    for question in questions:
        times[key := question_id(question)] += 1
        cluster = clusters.setdefault((key, question["task"]), question["cluster_id"])
        again = {"repeat": times[key], "cluster_id": cluster} if times[key] > 1 else {}
        rows.append(question | again)
    return tuple(rows)


def write_archive(out: Path, draft: Draft, about: DraftOptions, key: Path | None) -> str:
    """Write a release and its systems as submissions, accepted; return what to say of it.

    out: releases/SERIES-DATE. key: signs the decisions, where the workspace signs.
    """
    root, release = out.absolute().parents[1], str(about.manifest["release"])
    folder, answers = root / "releases" / release, root / "predictions" / release
    for taken in (folder, answers):
        if taken.exists():
            raise UsageError(f"{taken}: exists already")
    signing(folder, DECISIONS, key)
    whole = whole_draft(draft, about, None)
    files = cut(whole.files, name=release)
    systems = draft.named_systems()
    trees = {name: _submission(name, system, release, whole) for name, system in systems.items()}
    rows = [
        {"date": release_parts(release).day, "submission_id": name, "decision": "accept",
         "reason": _REASON, "level": "archived"} for name in systems
    ]  # fmt: skip
    try:
        store.write_tree(answers, {f"{name}/{path}": data for name, tree in trees.items()
                                   for path, data in tree.items()})  # fmt: skip
        store.write_tree(folder, pack_files(files))
        if rows:
            decide_each(root, release, rows, confirmed=True, key=key)
    except BaseException:
        for half in (folder, answers):
            shutil.rmtree(half, ignore_errors=True)
        raise
    unstated = UNSTATED["license"] in {each["license"] for each in draft.questions}
    closed = "no licence is stated: texts are not published; name it with --license\n"
    counted = f"{len(draft.questions)} questions, {len(systems)} systems"
    then = f"then: digesta release publish {release}\n"
    return f"{out.as_posix()}: {counted}\n{closed if unstated else ''}{then}"


def _submission(
    name: str, system: SourceSystem, release: str, whole: WholeDraft
) -> dict[str, bytes]:
    data = parse_release(whole.files, name=release)
    ids = final_ids(data.questions)
    lines = [{"question_id": ids[key], "answer": answer} for key, answer in system.answers.items()]
    fields: Value = {
        "submission_id": name,
        "release": release,
        "model_name": system.name[-_LONGEST_NAME:],
        "organization": UNKNOWN,
        "license": data.manifest.archive.license if data.manifest.archive else "",
        "notes": system.notes,
        "not_comparable": dict(system.absent),
    }
    card = new_card(**{key: value for key, value in fields.items() if value})
    lines.sort(key=lambda line: str(line["question_id"]))
    return {METADATA: card, COMPRESSED: pack(canonical_lines(lines))}
