"""Display names and addresses: which characters, which scripts, which hosts.

A name is one line that cannot pass for another: NFC; no control, format, invisible, private,
unassigned (in Unicode 14.0) or line-breaking character; no space at its ends; one script in
customary use, Latin with Han or Hebrew allowed. It stays text all the same: a name may look like
HTML or a formula.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from digesta.errors import Problem
from digesta.intake.characters import class_of, code_point
from digesta.intake.characters.scripts import IN_USE, TOGETHER, script_of
from digesta.intake.codes import Fault, problem
from digesta.text.unicode14 import UNASSIGNED

FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})

INVISIBLE = "34f 115f-1160 17b4-17b5 180b-180f 2800 3164 fe00-fe0f ffa0 e0100-e01ef"
"""Invisible letters, marks and symbols: Default_Ignorable_Code_Point and U+2800."""

ENDINGS = (".jsonl", ".json")
"""The endings of a submitted file's name."""

PACKED_ENDINGS = frozenset(
    (
        *("7z", "br", "bz2", "gz", "lz", "lz4", "lzma", "rar", "tar", "tbz2", "tgz", "txz"),
        *("tzst", "xz", "z", "zip", "zst", "zstd"),
    )
)
"""Endings of compressed files and archives."""


def faults_of_name(name: str) -> Iterator[Fault]:
    """Yield the faults of a display name, each kind once; the record checks its length."""
    wrong = next((char for char in name if _is_forbidden(char)), "")
    if not wrong and unicodedata.category(name[:1] or " ")[0] == "M":
        wrong = name[0]
    if wrong:
        yield Fault("name-character", code_point(wrong))
    elif not unicodedata.is_normalized("NFC", name):
        # Only now: of assigned characters every version of Unicode says the same.
        yield Fault("name-form", "another form")
    if name != name.strip():
        yield Fault("name-space", "a space at an end")
    scripts = {script: char for char in reversed(name) if (script := script_of(char))}
    fit = scripts.keys() <= IN_USE and (len(scripts) < 2 or frozenset(scripts) in TOGETHER)  # noqa: PLR2004 - one script alone
    if not wrong and not fit:
        mixed = (f"{script} {code_point(char)}" for script, char in sorted(scripts.items()))
        yield Fault("name-scripts", ", ".join(mixed))


def faults_of_url(url: str) -> Iterator[Fault]:
    """Yield the fault of an address that is not plain https to a public host by name."""
    match = _URL.fullmatch(url)
    if match is None or match["domain"].lower() in _PRIVATE:
        yield Fault("bad-url", f'"{url[:80]}"')


def check_file_name(name: str) -> Problem | None:
    """Return the problem of a submitted file's name, before the file is opened, or None.

    >>> check_file_name("predictions.jsonl.gz").code
    'file-packed'
    """
    if name.endswith(ENDINGS):
        return None
    ending = name.rpartition(".")[2].lower()
    code = "file-packed" if ending in PACKED_ENDINGS else "file-ending"
    return problem(Fault(code, f".{ending[:20]}" if "." in name else "no ending"), file=name)


def _is_forbidden(char: str) -> bool:
    return unicodedata.category(char) in FORBIDDEN_CATEGORIES or bool(_NOT_SHOWN.search(char))


_NOT_SHOWN = re.compile(f"[{class_of(f'{INVISIBLE} {UNASSIGNED}')}]")
# The authority has no "@", so no credentials; a domain that ends in letters is no address in
# numbers. The rest is what RFC 3986 allows.
_URL = re.compile(
    r"https://(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+"
    r"(?P<domain>[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})(?::[0-9]{1,5})?"
    r"(?:[/?#][A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*)?"
)
_PRIVATE = frozenset(
    ["arpa", "corp", "home", "internal", "intranet", "lan", "local", "localhost", "private"]
)
