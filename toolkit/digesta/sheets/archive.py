"""The zip that an .xlsx is: read with suspicion, written the same on every machine.

What comes back is untrusted. Before any of it is parsed: few members, each name once and plain,
no more bytes than a sheet can hold, however small they were packed; no macros, controls, embedded
objects or links to other files; no document type, hence no entity; UTF-8 alone. What openpyxl is
then given to read is a workbook of ours (``plain_book``).

What is written is stored without compression: zlib's output differs between machines. Members
have one fixed time, and no date of creation.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from typing import NamedTuple, NoReturn
from xml.etree import ElementTree as ET

from digesta.errors import SubmissionError
from digesta.sheets.codes import problem

MOST_MEMBERS = 200
MOST_BYTES = 32 << 20
"""Of all members together, unpacked."""
MOST_TAGS = 500_000
"""Of all parts, and of signs that an attribute has: a parser makes far more of each than it is."""

_WRITTEN = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can say."""

_ACTIVE = re.compile(
    r"(?:^|/)(?:vba\w*|macrosheets|dialogsheets|activeX|ctrlProps|embeddings|customUI|afchunk\w*)"
    r"(?:[/.\d]|$)|\.(?:bin|exe|dll|js|vbs)$",
    re.IGNORECASE,
)
_PRINTER = re.compile(r"(?:^|/)printerSettings/[^/]+\.bin$")
_LINKS = re.compile(
    r"(?:^|/)(?:externalLinks|externalReferences|queryTables|connections)(?:[/.]|$)"
)
_ENCODING = re.compile(rb"\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")


class Parts(NamedTuple):
    """The members of a sheet's file that were let in, by name. file: for problems."""

    file: str
    members: Mapping[str, bytes]

    def xml(self, name: str) -> ET.Element:
        """Parse a part, or refuse the file."""
        if name not in self.members:
            _refuse("sheet-broken", self.file, f"no {name} in it")
        # A relation may name any member as a part: what is parsed is checked, whatever its name.
        _check_part(name, self.members[name], self.file)
        try:
            return ET.fromstring(self.members[name])  # noqa: S314 - no document type came this far
        except ET.ParseError as error:
            _refuse("sheet-broken", self.file, f"{name}: {error}")


def open_archive(data: bytes, file: str) -> Parts:
    """Return the parts of a zip that holds nothing active and no more than a sheet can hold."""
    if not data.startswith(b"PK\x03\x04"):
        old = data.startswith(b"\xd0\xcf\x11\xe0")
        _refuse("sheet-kind", file, "an old or encrypted file" if old else "no zip archive")
    try:
        members = _members(data, file)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        _refuse("sheet-broken", file, str(error)[:80])
    except (OSError, ValueError, OverflowError, UnicodeDecodeError) as error:
        _refuse("sheet-broken", file, str(error)[:80])
    if any(sum(part.count(sign) for part in members.values()) > MOST_TAGS for sign in (b"<", b"=")):
        _refuse("sheet-size", file, f"more than {MOST_TAGS} tags or attributes")
    parts = Parts(file, members)
    for name, part in members.items():
        if name.endswith((".xml", ".rels", ".vml")):
            _check_part(name, part, file)
        if name.endswith(".rels"):
            _check_links(parts, name)
    return parts


def archive_of(members: Mapping[str, bytes]) -> bytes:
    """Return a zip of these members: in this order, stored, with fixed times and no attributes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, _WRITTEN)
            info.create_system = 0  # else it names the operating system
            archive.writestr(info, data)
    return out.getvalue()


def members_of(data: bytes) -> dict[str, bytes]:
    """Return the members of a zip that we have just made ourselves."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in sorted(archive.namelist())}


def local(name: str) -> str:
    """Return a tag's or attribute's name without its namespace: strict and usual files differ."""
    return name.rpartition("}")[2]


def _members(data: bytes, file: str) -> dict[str, bytes]:
    parts: dict[str, bytes] = {}
    left = MOST_BYTES
    # Each member has this sign in the archive's list, which the library reads whole on opening.
    if (listed := data.count(b"PK\x01\x02")) > MOST_MEMBERS:
        _refuse("sheet-size", file, f"{listed} members, and {MOST_MEMBERS} are read")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        # Not ``is_dir``, which fails for a member without a name.
        for info in (info for info in archive.infolist() if not info.filename.endswith("/")):
            _check_name(info, parts, file)
            # The size that a zip states is the packer's word; what is read is bounded by ours.
            if info.file_size > left:
                _refuse("sheet-size", file, f"more than {MOST_BYTES} bytes unpacked")
            # Asked for all, the library unpacks all before it looks at how much was stated.
            with archive.open(info) as member:
                parts[info.filename] = member.read(info.file_size + 1)
            left -= len(parts[info.filename])
    return parts


def _check_name(info: zipfile.ZipInfo, parts: Mapping[str, bytes], file: str) -> None:
    name = info.filename
    if name in parts:
        _refuse("sheet-broken", file, f"{name} twice")
    if info.flag_bits & 1:
        _refuse("sheet-kind", file, "an encrypted member")
    if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        _refuse("sheet-kind", file, f"{name} is packed in a way that no office program packs")
    if _ACTIVE.search(name) and not _PRINTER.search(name):
        _refuse("sheet-macros", file, name)
    if _LINKS.search(name):
        _refuse("sheet-links", file, name)


def _check_part(name: str, part: bytes, file: str) -> None:
    match = _ENCODING.match(part.removeprefix(b"\xef\xbb\xbf"))
    if b"\0" in part or (match and match[1].lower() not in {b"utf-8", b"us-ascii"}):
        _refuse("sheet-broken", file, f"{name} is not UTF-8")
    if b"<!DOCTYPE" in part or b"<!ENTITY" in part:
        _refuse("sheet-broken", file, f"{name} declares a document type or an entity")
    if name == "[Content_Types].xml" and (b"macroEnabled" in part or b"vbaProject" in part):
        _refuse("sheet-macros", file, "a type with macros")


def _check_links(parts: Parts, name: str) -> None:
    for relation in parts.xml(name):
        # A hyperlink is never followed; everything else external would be fetched on opening.
        external = relation.get("TargetMode", "Internal") != "Internal"
        if external and not relation.get("Type", "").endswith("/hyperlink"):
            _refuse("sheet-links", parts.file, name)


def _refuse(code: str, file: str, got: str) -> NoReturn:
    raise SubmissionError([problem(code, file, got=got)]) from None
