"""Every message of the site, with the file that says it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract

from digesta.board.adversaries import ADVERSARIES
from digesta.board.rows import CLEARS
from digesta.package_files import json_file
from digesta.records.review import AUTHORS
from digesta.records.submission import Card
from digesta.scorers import OWN, AnyScorer
from digesta_site.pages.boards.pictures import picture_in
from digesta_site.pages.system import APART
from digesta_site.words import with_spaces

ROOT = Path(__file__).parents[2]
SITE = ROOT / "toolkit" / "digesta_site"
KEYWORDS = {**DEFAULT_KEYWORDS, "noop": None}
METHODS = {".py": "python", ".html": "jinja2.ext:babel_extract", ".js": "javascript"}
OPTIONS = dict.fromkeys(("trimmed", "trim_blocks", "lstrip_blocks", "newstyle_gettext"), "true")
OPTIONS["silent"] = "false"

HEAD = "# Every message of the site, from `python -m authoring.words`; not to be edited."


def messages() -> Catalog:
    """Return every message of the site, as a template for catalogues."""
    catalog = Catalog(header_comment=HEAD, fuzzy=False)
    for path in sorted(SITE.rglob("*")):
        if path.suffix in METHODS and path.name != "plotly-basic.min.js":
            _add(catalog, path.relative_to(SITE).as_posix(), _code(path))
    _add(catalog, "board/adversaries.py", (text for each in ADVERSARIES.values() for text in each))
    _add(catalog, "board/rows.py", CLEARS.values())
    _add(catalog, "records/review.py", AUTHORS.values())
    _add(catalog, "pages/system.py", (with_spaces(n) for n in Card.model_fields if n not in APART))
    _add(catalog, "glossary.json", _terms())
    for name in OWN:
        _add(catalog, f"scorer {name}", _pictures(OWN[name]))
        rules = OWN[name].answer_types.values()
        _add(
            catalog, f"scorer {name}", (text for each in rules for text in (each.title, each.right))
        )
    return catalog


def _add(catalog: Catalog, place: str, texts: Iterable[str | tuple[str, ...]]) -> None:
    for message in texts:
        if message and message[0].strip():
            catalog.add(message, locations=[(place, 0)])


def _code(path: Path) -> Iterator[str | tuple[str, ...]]:
    code = BytesIO(path.read_bytes())
    for _, message, _, _ in extract(METHODS[path.suffix], code, KEYWORDS, (), OPTIONS):
        yield message if isinstance(message, str) else tuple(message[:2])


def _terms() -> Iterator[str]:
    for _, terms in json_file("digesta_site", "glossary.json"):
        yield from (word for _, word, _ in terms)


def _pictures(scorer: AnyScorer) -> Iterator[str]:
    texts: list[str] = []

    def say(message: str) -> str:
        texts.append(message)
        return message

    for picture in scorer.pictures:
        picture_in(picture, say)
    yield from (text for text in texts if len(text) > 1)  # a level's letter needs no translation
