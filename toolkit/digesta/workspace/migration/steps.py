"""What each version of a workspace's layout changed: a row of ``STEPS`` each, nothing elsewhere.

A step is given the files that people edit (path -> bytes) as the version before left them, and
returns them as its own version has them. Releases, published boards, submissions and logs are
never among them: every version reads what earlier ones cut.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import NamedTuple

from digesta.errors import UsageError

Files = Mapping[str, bytes]

SETTINGS = "digesta.toml"
FORMER = f"site/{SETTINGS}"
"""Where the settings lay until version 1."""
_FORMAT = re.compile(r"workspace/(\d+)")
_LINE = re.compile(r"^format\s*=.*\n?", re.MULTILINE)


class LayoutStep(NamedTuple):
    """From one version to the next. about: what it changes, for who is asked."""

    about: str
    change: Callable[[Files], Files]


class Migration(NamedTuple):
    """The files as the newest version has them, and what of its steps changed any."""

    files: Files
    steps: list[str]


def _settings_at_the_root(files: Files) -> Files:
    if FORMER not in files:
        return files
    if SETTINGS in files and _with_stamp(files[SETTINGS]) != _with_stamp(files[FORMER]):
        raise UsageError(
            f"{FORMER}: {SETTINGS} is there too and says something else; keep one: put what is "
            f"yours into {SETTINGS}, delete {FORMER}, commit, and run this again"
        )
    rest = {path: data for path, data in files.items() if path != FORMER}
    return rest | {SETTINGS: files[FORMER]}


STEPS = (
    LayoutStep(
        f"the owner's settings lie in {SETTINGS}, no longer in {FORMER}", _settings_at_the_root
    ),
)
FORMAT = f"workspace/{len(STEPS)}"
"""What ``format`` in digesta.toml says of a workspace of this version."""


def version_of(settings: str, *, file: str = SETTINGS) -> int:
    """Return the version of the layout that digesta.toml is of, 0 where it does not say.

    file: what the settings were read from, for messages. Raises UsageError for a newer one than
    this program knows, and for what is no version.
    """
    try:
        text = tomllib.loads(settings).get("format", "workspace/0")
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{file}: {error}") from error
    match = _FORMAT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise UsageError(f"{file}: format must be as {FORMAT}, not {text!r}")
    if int(match[1]) > len(STEPS):
        raise UsageError(
            f"{file}: this workspace is of {text}, and this digesta knows {FORMAT} at most; "
            "install a newer one: pip install --upgrade digesta"
        )
    return int(match[1])


def newest_layout(files: Files) -> Migration:
    """Return files as the newest version has them; the same ones where they are of it already."""
    version, _ = (_version_in(files, path) for path in (SETTINGS, FORMER))
    # Settings that came back to where they lay, by a merge of an older branch, move once more.
    steps = STEPS if FORMER in files else STEPS[version:]
    changes = []
    for step in steps:
        changed = step.change(files)
        if changed != files:
            changes.append(step.about)
        files = changed
    if SETTINGS in files:
        files = {**files, SETTINGS: _with_stamp(files[SETTINGS])}
    return Migration(files, changes)


def _version_in(files: Files, path: str) -> int:
    try:
        return version_of(files.get(path, b"").decode(), file=path)
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: {error}; write it in UTF-8") from error


def _with_stamp(settings: bytes) -> bytes:
    """Return digesta.toml with its version in its first line, or where it had one."""
    text, line = settings.decode(), f'format = "{FORMAT}"\n'
    if "format" in tomllib.loads(text):
        return _LINE.sub(line, text, count=1).encode()
    return (line + text).encode()
