"""The zip archive that a log is: unpacked with suspicion, never over a limit.

The sizes that it states are its maker's words: what is read is bounded by ours.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from importlib import import_module
from typing import Any

from digesta.intake import LIMITS
from digesta.intake.characters import is_clean
from digesta_convert.shared.rows import MOST_BYTES, LineFault

MOST_MEMBERS = 20_000
"""One for each question of a large benchmark."""
_LISTED = b"PK\x01\x02"
"""Stands before each member in an archive's list, which the library reads whole on opening."""
_WAYS = {zipfile.ZIP_STORED: "stored", zipfile.ZIP_DEFLATED: "deflated", 93: "Zstandard"}


def members_of(data: bytes, is_wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Return the wanted members of a zip archive by name, or LineFault where it is no good one."""
    if (listed := data.count(_LISTED)) > MOST_MEMBERS:
        raise _fault(f"{listed} members", f"at most {MOST_MEMBERS}", "split the archive")
    library = _library()
    try:
        return _members(library.ZipFile(io.BytesIO(data)), is_wanted)
    except LineFault:
        raise
    except Exception as error:  # noqa: BLE001 - each way of packing has errors of its own
        fix = "pack it again, or name the unpacked files"
        raise _fault(str(error)[:80], "a whole zip archive", fix) from None


def _members(archive: Any, is_wanted: Callable[[str], bool]) -> dict[str, bytes]:
    members: dict[str, bytes] = {}
    left = MOST_BYTES
    for info in archive.infolist():
        if not is_wanted(info.filename):
            continue
        if not is_clean(info.filename, LIMITS.marks):
            raise _fault(info.filename, "names without control characters", "pack it again")
        if info.filename in members:
            raise _fault(f"{info.filename} twice", "each member once", "pack it again")
        if info.compress_type not in _WAYS or info.flag_bits & 1:
            raise _fault(f"{info.filename}, packed or encrypted in a way that is not read",
                         ", ".join(_WAYS.values()), "pack it again")  # fmt: skip
        if info.file_size > left:
            raise _fault("more", f"at most {MOST_BYTES} bytes unpacked", "split the archive")
        try:
            with archive.open(info) as member:
                members[info.filename] = member.read(info.file_size + 1)
        except NotImplementedError:
            raise _fault("members packed by Zstandard", "stored or deflated members, as long as "
                         "backports.zstd is not installed", _UNPACK) from None  # fmt: skip
        left -= len(members[info.filename])
    return members


_UNPACK = "pip install 'digesta[convert]', or: inspect log convert --to json --output-dir JSON LOG"


def _library() -> Any:
    """Return the library's zip reader; before Python 3.14 another one knows Zstandard."""
    try:
        return import_module("backports.zstd.zipfile")
    except ModuleNotFoundError:
        return zipfile


def _fault(got: str, expected: str, fix: str) -> LineFault:
    return LineFault("archive", got=got, expected=expected, fix=fix)
