"""``python -m authoring.words``: bring the catalogues in ``site/locale`` up to the site's words.

``site.pot`` holds every message; each ``LANGUAGE.po`` keeps what it says of those that stay, says
nothing yet of new ones, and loses the others. A language to begin is named as an argument.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from authoring.words.messages import SITE, messages

FOLDER = SITE / "locale"


HEAD = """\
# The words of a Digesta site. Code says them in English; `python -m authoring.words` gathers them.
# A language model wrote these in {language}; no native speaker has read them yet.
#
# Terms, the same everywhere:
"""
FIELDS = (b"Language:", b"Plural-Forms:", b"MIME-Version:", b"Content-")
"""What the header keeps: neither names nor days."""


def file_of(catalog: Catalog) -> bytes:
    """Return a catalogue as a file; nothing in it depends on the day."""
    stored = BytesIO()
    write_po(
        stored, catalog, width=0, include_lineno=False, ignore_obsolete=True, sort_by_file=True
    )
    lines = stored.getvalue().splitlines(keepends=True)
    header = lines.index(b"\n") if b"\n" in lines else len(lines)
    kept = [
        line
        for at, line in enumerate(lines)
        if at > header or not line.startswith(b'"') or line[1:].startswith(FIELDS)
    ]
    return b"".join(kept)


def updated_file(path: Path, template: Catalog) -> bytes:
    """Return a catalogue with the messages of the template; a file that is not there is begun."""
    stored = path.read_bytes() if path.is_file() else b""
    catalog = read_po(BytesIO(stored), locale=path.stem)
    if not stored:
        catalog.header_comment = HEAD.format(language=catalog.locale.english_name).strip()
    catalog.update(template, no_fuzzy_matching=True, update_header_comment=False)
    return file_of(catalog)


def main(begun: list[str]) -> None:
    """Write the template and every catalogue."""
    template = messages()
    (FOLDER / "site.pot").write_bytes(file_of(template))
    names = {path.name for path in FOLDER.glob("*.po")} | {f"{name}.po" for name in begun}
    for name in sorted(names):
        (FOLDER / name).write_bytes(updated_file(FOLDER / name, template))


if __name__ == "__main__":
    main(sys.argv[1:])
