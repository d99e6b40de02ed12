"""What git knows of a folder: which files are committed, which are ignored, every object.

Of somebody else's commits nothing but objects is read: no file is checked out, no filter, hook or
text conversion is run. Nor does a repository's own configuration run anything: it may be a
stranger's.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from digesta.errors import SubmissionError, UsageError
from digesta.workspace.store import not_regular

_GIT = [
    *("git", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"),
    *("-c", "core.hooksPath=/dev/null", "-c", "merge.renames=false", "-C"),
]
"""Without settings that name programs, and renames, whose time is the square of the files."""
_ENVIRONMENT = {"LC_ALL": "C", "GIT_ALLOW_PROTOCOL": "", "GIT_GRAFT_FILE": os.devnull}
_ENVIRONMENT |= {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_LFS_SKIP_SMUDGE": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
}
"""No object is fetched, since how to fetch is the repository's own word; none replaces another."""
_PROGRAMS = r"^(filter\..*\.(clean|smudge|process)|merge\..*\.driver|includeif\..*\.path)$"
"""Settings that name programs, or include files in our work tree; no option disables all."""
_MOST_LISTED = 1 << 24
"""Bytes of git's list of a branch's files beyond those of the base: some 100,000 files."""


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


def refuse_programs(root: Path) -> None:
    """Raise UsageError where the repository's own settings name a program, or may come to."""
    words = ("config", "--show-scope", "--name-only", "--get-regexp", _PROGRAMS)
    listed = _run(root, *words).stdout.decode(errors="replace").splitlines()
    scopes = (line.partition("\t") for line in listed)
    if own := [name for scope, _, name in scopes if scope in {"local", "worktree"}]:
        raise UsageError(f"{root}: its git settings name a program, {own[0]}; read it and unset it")


def changes(root: Path, base: str, head: str) -> list[PathChange]:
    """Return what merging head would change in base, by path; a rename is two changes.

    UsageError where they have nothing in common, SubmissionError where a merge is not one tree or
    where a branch changes more than we look at.
    """
    about = _git(root, "rev-parse", "--is-shallow-repository", "--show-prefix")
    shallow, inside = about.decode().split("\n")[:2]
    if inside:
        raise UsageError(f"{root}: the repository's top must be the workspace, not {inside}")
    if shallow == "true":  # what was cut off may be one of several merge bases
        raise UsageError(f"{root}: a shallow clone; get its history: git fetch --unshallow")
    done = _run(root, "merge-base", "--all", base, head)
    if done.returncode:
        raise UsageError(f"git: {head} has no commit in common with {base}; fetch the whole branch")
    refuse = partial(
        SubmissionError.of, file=head, fix="make one commit of it on the newest base: git rebase"
    )
    if (count := len(done.stdout.split())) > 1:  # a merge takes back what one of them hides
        raise refuse(code="merge-bases", got=f"{count} merge bases", expected="one")
    # A tree that holds another ten times, which holds … : git would take hours for a difference.
    listing = ("ls-tree", "-r", "-t", "--full-tree", "-z")
    if _is_longer(len(_git(root, *listing, base)) + _MOST_LISTED, root, *listing, head):
        raise refuse(code="changes-many", expected=f"{_MOST_LISTED} bytes of new paths at most")
    merged = _run(root, "merge-tree", "--write-tree", "-z", base, head)
    if merged.returncode == 1:
        raise refuse(code="merge-conflict", got="no clean merge")
    if merged.returncode:
        raise UsageError(f"git merge-tree failed; it needs git 2.38: {merged.stderr!r}")
    options = ("-r", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=none")
    tree = merged.stdout.decode().strip("\0\n")
    return changes_in(_git(root, "diff-tree", *options, base, tree))


def changes_in(listed: bytes) -> list[PathChange]:
    """Return the changes that ``git diff-tree -z`` lists, whatever the paths are made of."""
    fields = listed.decode("utf-8", "backslashreplace").split("\0")
    return [_change(*pair) for pair in zip(fields[:-1:2], fields[1::2], strict=True)]


def _change(about: str, path: str) -> PathChange:
    _, mode, _, blob, status = about.split(" ")
    return PathChange(status, mode, blob, path)


def paths_in(root: Path, commit: str) -> list[str]:
    """Return the path of each file of a commit."""
    listed = _git(root, "ls-tree", "-r", "--full-tree", "-z", "--name-only", commit)
    return listed.decode("utf-8", "backslashreplace").split("\0")[:-1]


@contextmanager
def checkout_of(root: Path, commit: str) -> Iterator[Path]:
    """Yield a folder of a repository as a commit has it: itself, where it is checked out already.

    It is a maintainers' commit: no stranger's is ever checked out.
    """
    # Into a submodule git goes by that one's own settings.
    options = ("--short", "-uall", "--ignore-submodules=dirty")
    edited = _git(root, "status", *options, "--", "releases", "predictions")
    if commit_named(root, "HEAD") == commit and not edited:
        yield root
        return
    with TemporaryDirectory(prefix="digesta-") as desk:
        place = f"{desk}/base"
        _git(root, "worktree", "add", "--detach", place, commit)
        try:
            yield Path(place)
        finally:
            _git(root, "worktree", "remove", "--force", place)


def sizes_of(root: Path, blobs: Iterable[str]) -> dict[str, int]:
    """Return how many bytes objects have that are files, by name, without reading them."""
    named = "".join(f"{blob}\n" for blob in blobs).encode()
    form = "--batch-check=%(objecttype) %(objectname) %(objectsize)"
    lines = _git(root, "cat-file", form, data=named).decode().splitlines()
    return {row[1]: int(row[2]) for row in map(str.split, lines) if row[0] == "blob"}


def content_of(root: Path, blob: str) -> bytes:
    """Return the bytes of an object that is a file, as they were committed."""
    return _git(root, "cat-file", "blob", blob)


def objects(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every object of the repository that is a file or a message: where it is, its bytes.

    Objects that no branch reaches any more are among them: they can still be fetched or found.
    """
    paths = _paths(root)
    command = [*_GIT, str(root), "cat-file", "--batch", "--batch-all-objects"]
    environment = os.environ | _ENVIRONMENT
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as running:  # noqa: S603 - our own arguments
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


def _git(folder: Path, *arguments: str, data: bytes = b"") -> bytes:
    done = _run(folder, *arguments, data=data)
    if done.returncode:
        raise UsageError(f"git {arguments[0]} failed in {folder}: {done.stderr.decode().strip()}")
    return done.stdout


def _is_longer(limit: int, folder: Path, *arguments: str) -> bool:
    """Return whether git writes more than so many bytes; it is ended there."""
    command = [*_GIT, str(folder), *arguments]
    with subprocess.Popen(  # noqa: S603 - our own arguments, no shell
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | _ENVIRONMENT,
    ) as git:
        assert git.stdout is not None
        is_longer = len(git.stdout.read(limit + 1)) > limit
        git.kill()
    return is_longer


def _refuse_pipes(folder: Path) -> None:
    top = next((each for each in (folder, *folder.parents) if (each / ".git").exists()), folder)
    for name, folders, files in os.walk(top / ".git"):
        folders[:] = {*folders} - {"objects"}  # which may be many
        for file in (Path(name, each) for each in files):
            if file.is_fifo() or file.is_char_device():  # git would wait
                raise not_regular(file, "a pipe or a device")


def _run(folder: Path, *arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    _refuse_pipes(folder.absolute())
    try:
        return subprocess.run(  # noqa: S603 - our own arguments, no shell
            [*_GIT, str(folder), *arguments],
            input=data,
            capture_output=True,
            check=False,
            env=os.environ | _ENVIRONMENT,
        )
    except FileNotFoundError:
        raise UsageError(
            "git is not installed; digesta needs it to see what is committed"
        ) from None
