"""Scorers of a workspace: files that the table ``[scorers]`` of ``digesta.toml`` names.

They are code, and run with the rights of whoever opens a release here. So the workspace, its
``digesta.toml`` and the file, which lies in it by no link, must be the user's own, or root's:
nobody else can lay a workspace around one's folder. Nothing else brings code: no bundle, no
submission, no head of a pull request.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from digesta.errors import Problem, ReleaseError, ScorerError, UsageError
from digesta.intake import strict_json
from digesta.package_files import text_file
from digesta.records.release import Manifest
from digesta.releases.data import MANIFEST
from digesta.scorers import SCORERS, scorer_named
from digesta.scorers.owners import FileScorer
from digesta.workspace import store
from digesta.workspace.owner.config import CONFIG, FORMAT, config_tables, config_text

GOLDEN = ".golden.jsonl"
"""The golden answers beside a scorer: its file's name with this in the place of ``.py``."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")
_HEADER = re.compile(r"^\[scorers\][ \t]*(#.*)?$", re.MULTILINE)
_TEMPLATE = "exact"
"""What the scorer in the package's template is called."""


def use_scorers(root: Path) -> None:
    """Let a workspace's scorers be found by name, in the place of another's; nothing runs yet."""
    SCORERS.lend(
        {name: _file_scorer(root, name, path) for name, path in scorer_files(root).items()}
    )


def import_scorers() -> None:
    """Import the workspace's scorers: what they prepared is unpickled by their modules."""
    for loader in SCORERS.lent.values():
        loader()


def own_names() -> list[str]:
    """Return the names of the workspace's scorers; UsageError where it has none."""
    if not SCORERS.lent:
        raise UsageError(f"{CONFIG}: no scorer; write one with: digesta scorer new NAME")
    return sorted(SCORERS.lent)


def scorer_files(root: Path) -> dict[str, str]:
    """Return the file of each scorer by its name, as ``digesta.toml`` has them."""
    table = config_tables(config_text(root))["scorers"]
    for name, path in table.items():
        parts = PurePosixPath(path).parts if isinstance(path, str) else ()
        inside = parts and ".." not in parts and parts[0] != "/" and parts[-1].endswith(".py")
        if not (_NAME.fullmatch(name) and inside):
            expected = 'a name of a-z 0-9 _ and a file here, as: names = "scorers/names.py"'
            raise UsageError(f"{CONFIG}: [scorers]: {name} = {path!r}; expected {expected}")
    return dict(table)


def _file_scorer(root: Path, name: str, path: str) -> FileScorer:
    file = root / path
    if file.resolve() != root.resolve() / path:
        raise UsageError(f"{file}: a link leads elsewhere; name a file that lies in {root}")
    inside = [root / part for part in PurePosixPath(path).parents]  # "." is the last of them
    for place in (*inside, root / CONFIG, file):
        if place.exists() and place.stat().st_uid not in (os.geteuid(), 0):
            fix = "read it, then make it yours (chown)"
            raise UsageError(f"{place}: another user's, and {path} would run as you; {fix}")
    return FileScorer(name, file.as_posix(), store.read_bytes(file))


def check_scorers(folder: Path, manifest: Manifest) -> None:
    """Refuse a release that was cut with an owner's scorer which is not here as it was then."""
    missing, changed = list[Problem](), list[Problem]()
    for signed, digest in (manifest.scorers or {}).items():
        name, _, version = signed.partition("/")
        expected = f"{signed}, its source of SHA-256 {digest}"
        scorer = SCORERS.get(name)
        if scorer is None:
            fix = "get its source, read it, and name it in digesta.toml ([scorers]), or install it"
            file, got = (folder / MANIFEST).as_posix(), "no such scorer here"
            problem = Problem(code="scorer-missing", file=file, got=got, expected=expected, fix=fix)
            missing.append(problem)
        elif scorer.version < int(version) or (
            scorer.version == int(version) and scorer.source != digest
        ):
            fix = "restore it, or raise its version: its marks may be others now"
            file = str(SCORERS.loaders[name])
            got = f"{name}/{scorer.version}, its source of SHA-256 {scorer.source}"
            problem = Problem(code="scorer-changed", file=file, got=got, expected=expected, fix=fix)
            changed.append(problem)
    if missing:
        raise ReleaseError(missing)
    if changed:
        raise ScorerError(changed)


# Contract tests -------------------------------------------------------------------------------


def check_contract(root: Path, name: str, golden: Path | None = None) -> int:
    """Hold a scorer to its contract; return how many golden answers it has, or ScorerError.

    golden: the file of its golden answers, if it does not lie beside the scorer's.
    """
    # Every command opens this module, and only this function needs them.
    from digesta.scorers import contract  # noqa: PLC0415 - see above
    from digesta.scorers.golden import golden_of  # noqa: PLC0415 - see above

    scorer = scorer_named(name)
    if golden is None and name not in SCORERS.lent:
        raise UsageError(f"{name}: not a scorer of {CONFIG}; name its golden answers with --golden")
    path = golden or (root / scorer_files(root)[name]).with_suffix(GOLDEN)
    lines = store.read_bytes(path).splitlines()
    values = [
        strict_json(data, file=path.as_posix(), line=line, error=ScorerError)
        for line, data in enumerate(lines, start=1)
    ]
    case = golden_of(scorer, values, file=path.as_posix())
    if problems := contract.problems_of(case):
        raise ScorerError(problems)
    return len(case.rows)


# A new one ------------------------------------------------------------------------------------


def new_scorer(root: Path, name: str) -> Iterator[str]:
    """Write a scorer with golden answers into a workspace; yield what was written, and is to do."""
    file, config = root / "scorers" / f"{name}.py", root / CONFIG
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name!r}: a scorer's name has a-z 0-9 _ and begins with a letter")
    if name in SCORERS:
        raise UsageError(f"{name}: there is a scorer of that name; choose another")
    golden = file.with_suffix(GOLDEN)
    if there := [path.as_posix() for path in (file, golden) if path.exists()]:
        raise UsageError(f"{', '.join(there)}: exists already; name another scorer")
    line = f'{name} = "scorers/{name}.py"'
    before = config_text(root)
    after = _with_line(before or f'format = "{FORMAT}"\n', line)
    code = text_file("digesta.scorers", "template.py")
    store.write_file(golden, text_file("digesta.scorers", "template.golden.jsonl").encode())
    store.write_file(file, code.replace(f'"{_TEMPLATE}"', f'"{name}"').encode())
    yield from (file.as_posix(), golden.as_posix())
    if _paths_of(after) == {**_paths_of(before), name: f"scorers/{name}.py"}:
        store.write_file(config, after.encode())
        yield f"{config.as_posix()}: {line}"
    else:
        yield f"add to the table [scorers] of {config.as_posix()}: {line}"


def _with_line(text: str, line: str) -> str:
    """Return ``digesta.toml`` with a line more in the table of scorers; all else stays."""
    if match := _HEADER.search(text):
        return f"{text[: match.end()]}\n{line}{text[match.end() :]}"
    return f"{text.rstrip()}\n\n[scorers]\n{line}\n"


def _paths_of(text: str) -> Mapping[str, object]:
    try:
        return dict(tomllib.loads(text).get("scorers", {}))
    except tomllib.TOMLDecodeError:
        return {}
