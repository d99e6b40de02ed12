"""What git knows of a folder: which files are committed, which are ignored, every object.

Of somebody else's commits nothing but objects is read: no file is checked out, no filter, hook or
text conversion is run.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from digesta.errors import UsageError


class PathChange(NamedTuple):
    """A path that differs between two commits.

    status: git's letter (A: added, M: modified, D: deleted, T: of another kind). mode, blob: of
    the file afterwards, such as 100644, and its object's name.
    """

    status: str
    mode: str
    blob: str
    path: str


def ignores(path: Path) -> bool:
    """Return whether git would never commit a file: outside any work tree, or ignored."""
    if not is_repository(path.parent):
        return True
    return _run(path.parent, "check-ignore", "--quiet", str(path.resolve())).returncode == 0


def is_repository(root: Path) -> bool:
    """Return whether a folder lies in a git work tree; UsageError where git will not say."""
    done = _run(root, "rev-parse", "--is-inside-work-tree")
    if done.returncode and b"not a git repository" not in done.stderr:
        raise UsageError(f"git: {done.stderr.decode().strip()}")
    return done.stdout == b"true\n"


def committed_paths(root: Path) -> list[str]:
    """Return the paths below a folder that git has or would take with ``add``, sorted."""
    listed = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".")
    return sorted(name.decode("utf-8", "surrogateescape") for name in listed.split(b"\0") if name)


def commit_named(root: Path, name: str) -> str:
    """Return the digest of a commit that a branch, a tag or a digest names."""
    digest = _git(root, "rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}")
    return digest.decode().strip()


def last_commit(folder: Path) -> str:
    """Return the digest of the last commit that changed a folder; "" where git knows of none."""
    done = _run(folder, "log", "-1", "--format=%H", "--", ".")
    return done.stdout.decode().strip()


def changes(root: Path, base: str, head: str) -> list[PathChange]:
    """Return what a branch changes since it left another, by path; a rename is two changes."""
    done = _run(root, "merge-base", base, head)
    if done.returncode:
        raise UsageError(f"git: {head} has no commit in common with {base}; fetch the whole branch")
    start = done.stdout.decode().strip()
    options = ("-r", "-z", "--no-renames", "--no-abbrev")
    return changes_in(_git(root, "diff-tree", *options, start, head))


def changes_in(listed: bytes) -> list[PathChange]:
    """Return the changes that ``git diff-tree -z`` lists, whatever the paths are made of."""
    fields = listed.decode("utf-8", "backslashreplace").split("\0")
    return [_change(*pair) for pair in zip(fields[:-1:2], fields[1::2], strict=True)]


def _change(about: str, path: str) -> PathChange:
    _, mode, _, blob, status = about.split(" ")
    return PathChange(status, mode, blob, path)


@contextmanager
def checkout_of(root: Path, commit: str) -> Iterator[Path]:
    """Yield a folder of a repository as a commit has it: itself, where it is checked out already.

    It is a maintainers' commit: no stranger's is ever checked out.
    """
    edited = _git(root, "status", "--short", "-uall", "--", "releases", "predictions")
    if commit_named(root, "HEAD") == commit and not edited:
        yield root
        return
    inside = _git(root, "rev-parse", "--show-prefix").decode().rstrip("\n")
    with TemporaryDirectory(prefix="digesta-") as desk:
        place = f"{desk}/base"
        _git(root, "-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach", place, commit)
        try:
            yield Path(place, inside)
        finally:
            _git(root, "worktree", "remove", "--force", place)


def names_under(root: Path, commit: str, folder: str) -> set[str]:
    """Return the names that lie directly under a folder of a commit; none where it has none."""
    listed = _git(root, "ls-tree", "-z", "--name-only", commit, "--", f"{folder}/")
    paths = listed.decode("utf-8", "backslashreplace").split("\0")
    return {path.rpartition("/")[2] for path in paths if path}


def size_of(root: Path, blob: str) -> int:
    """Return how many bytes an object has, without reading them."""
    return int(_git(root, "cat-file", "-s", blob))


def content_of(root: Path, blob: str) -> bytes:
    """Return the bytes of an object that is a file, as they were committed."""
    return _git(root, "cat-file", "blob", blob)


def objects(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every object of the repository that is a file or a message: where it is, its bytes.

    Objects that no branch reaches any more are among them: they can still be fetched or found.
    """
    paths = _paths(root)
    command = ["git", "-C", str(root), "cat-file", "--batch", "--batch-all-objects"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as running:  # noqa: S603 - our own arguments
        stream = running.stdout
        assert stream is not None
        while head := stream.readline():
            name, kind, size = head.decode().split()
            data = stream.read(int(size) + 1)[:-1]
            if kind != "tree":
                place = paths.get(name, "no path") if kind == "blob" else kind
                yield f"{kind} {name[:12]} ({place})", data


def _paths(root: Path) -> dict[str, str]:
    listed = _git(root, "rev-list", "--objects", "--all")
    pairs = (line.decode("utf-8", "replace").partition(" ") for line in listed.splitlines())
    return {name: path for name, _, path in pairs if path}


def _git(folder: Path, *arguments: str) -> bytes:
    done = _run(folder, *arguments)
    if done.returncode:
        raise UsageError(f"git {arguments[0]} failed in {folder}: {done.stderr.decode().strip()}")
    return done.stdout


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(  # noqa: S603 - our own arguments, no shell
            ["git", "-C", str(folder), *arguments],  # noqa: S607 - git by its name, as everywhere
            capture_output=True,
            check=False,
            env=os.environ | {"LC_ALL": "C"},
        )
    except FileNotFoundError:
        raise UsageError("git is not installed: it tells what is committed") from None
