"""Targets that read what reaches a repository: bundles, branches, decisions."""

from __future__ import annotations

from fuzz_files import Target, files_of

from digesta.workspace.bundle_zip import bundle_of, files_of_bundle
from digesta.workspace.git import changes_in
from digesta.workspace.logs.decisions import decision_rows
from digesta.workspace.repository.guard import is_guarded, new_folder, twins

BLOB = b"a" * 40
MODES = (b"100644", b"100755", b"120000", b"160000")


def bundle(data: bytes) -> object:
    """Read a bundle, or one that we make of ``joined`` files where the first byte is odd."""
    if data[:1] and data[0] % 2:
        # A name with a NUL ends there in a zip; no file that we bundle has one.
        files = {name: text for name, text in files_of(data[1:]).items() if name.isprintable()}
        made = bundle_of(files)
        assert made == bundle_of(dict(reversed(files.items())))
        return files_of_bundle(made, "r.zip")
    return files_of_bundle(data[1:], "r.zip")


def decisions(data: bytes) -> object:
    """Read a file of decisions: JSON lines where the first byte is odd, else CSV."""
    odd = data[:1] and data[0] % 2
    return decision_rows(data[1:], "decisions.jsonl" if odd else "decisions.csv")


def branch(data: bytes) -> object:
    """Let the guard judge a path a line: its first byte is git's status, its second the mode."""
    listed = b""
    for line in data.split(b"\n")[:40]:
        path = line[2:].replace(b"\0", b"")
        if path:
            mode = MODES[line[1] % len(MODES)]
            status = b"A" if line[:1] not in b"MDT" else line[:1]
            listed += b":000000 %s %s %s %s\0%s\0" % (mode, BLOB, BLOB, status, path)
    changes = changes_in(listed)
    alike = twins(changes, ["README.md", "predictions/2026-11-22/taken/submission.json"])
    if not is_guarded(changes, alike):
        return None
    folder = new_folder(
        changes, alike, newest="2026-11-22", taken={"taken"}, sizes={BLOB.decode(): 0}
    )
    assert folder.path.count("/") == len(("predictions", "release")), folder
    assert all(one.status == "A" and one.mode == "100644" for one in changes), changes
    assert all(one.path.startswith(f"{folder.path}/") for one in changes), changes
    return folder


TARGETS: dict[str, Target] = {target.__name__: target for target in (bundle, decisions, branch)}
