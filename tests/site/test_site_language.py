"""The site's own words: gathered whole, and in every catalogue."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable, Sequence
from html.parser import HTMLParser
from io import BytesIO
from types import SimpleNamespace
from typing import get_args, get_type_hints

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from site_questions import NEWEST

from authoring.words.__main__ import FOLDER, file_of
from authoring.words.messages import messages
from digesta.board.adversaries import ADVERSARIES
from digesta.board.boards import why_too_few
from digesta.errors import UsageError
from digesta.records.log import Dispute
from digesta.records.question import Question
from digesta.records.submission import Decision
from digesta.workspace.site_config import LANGUAGES, config_of
from digesta_generate.baselines import baselines
from digesta_generate.search.methods import METHODS
from digesta_site.language import (
    ENGLISH,
    SCRIPTS,
    gettext,
    languages,
    ngettext,
    script_words,
    spoken,
    within,
)
from digesta_site.mkdocs.hook import body_path
from digesta_site.mkdocs.settings import on_config
from digesta_site.mkdocs.writer import SiteWriter
from digesta_site.outputs import _assets, outputs
from digesta_site.pages.common import person
from digesta_site.paths import EMBEDDED
from digesta_site.render import _environment
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import BASELINES, STATES, capital, sentence

OTHERS = languages()[1:]
MOST_MESSAGES = 550
"""Messages that somebody translates into each language."""
_NAMED = re.compile(r"%\(\w+\)s|%%?")
_TAG = re.compile(r"</?\w+")


@pytest.fixture(scope="module")
def template() -> Catalog:
    return messages()


def test_a_workspace_may_choose_each_language_that_has_a_catalogue() -> None:
    assert set(LANGUAGES) == set(languages())


def test_the_template_of_catalogues_holds_what_the_site_says(template: Catalog) -> None:
    stored = (FOLDER / "site.pot").read_bytes()

    assert stored == file_of(template), "run: python -m authoring.words"


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_says_every_message_and_no_other(template: Catalog, language: str) -> None:
    catalog = read_po(BytesIO((FOLDER / f"{language}.po").read_bytes()), locale=language)
    stored = {message.id: message for message in catalog if message.id}

    assert stored.keys() == {message.id for message in template if message.id}
    assert [m.id for m in stored.values() if m.fuzzy or not all(_forms(m.string or ""))] == []
    assert [m.id for m in stored.values() if not _fits(m.id, m.string or "")] == []


def _forms(said: Sequence[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def _fits(message: Sequence[str], said: Sequence[str]) -> bool:
    """Return whether every form names what the message names, with its tags.

    Of a message that counts, a form may leave out the number, "one question", and what the
    message itself leaves out for one.
    """
    names = set(_NAMED.findall(_forms(message)[-1]))
    free = {"%(n)s"} & names | names - set(_NAMED.findall(_forms(message)[0]))
    tags = sorted(_TAG.findall(_forms(message)[-1]))
    return all(
        set(_NAMED.findall(form)) | free == names and sorted(_TAG.findall(form)) == tags
        for form in _forms(said)
    )


def test_a_percent_sign_in_a_template_is_gathered_as_rendering_asks_for_it(
    template: Catalog,
) -> None:
    of_templates = [
        form
        for message in template
        if message.id and all(path.endswith(".html") for path, _ in message.locations)
        for form in _forms(message.id)
    ]

    assert any("%%" in form for form in of_templates)
    assert [form for form in of_templates if "%" in _NAMED.findall(form)] == []


@pytest.mark.parametrize(
    ("record", "field"),
    [
        *((Dispute, "status"), (Decision, "decision"), (Decision, "role"), (Question, "split")),
    ],
)
def test_a_word_of_a_record_that_boards_say_is_in_the_catalogues(record: type, field: str) -> None:
    said = get_args(get_type_hints(record)[field])

    assert said
    assert set(said) <= set(STATES)


def test_scripts_words_are_those_of_the_catalogue_alone(site: SiteInput, template: Catalog) -> None:
    known = {_forms(message.id)[0] for message in template if message.id}
    with spoken("de"):
        script = _assets(site.config)[SCRIPTS].decode()
    words, _ = json.JSONDecoder().raw_decode(script.split("WORDS = ", 1)[1])

    assert words
    assert words.keys() - known == set()


def test_a_capital_in_front_leaves_the_others_as_they_are() -> None:
    assert capital("mit Quellen, bewertet von K") == "Mit Quellen, bewertet von K"


def test_a_name_holds_its_condition_in_the_language_of_the_build(site: SiteInput) -> None:
    assert site.newest is not None
    first = site.newest.submissions[0]
    submissions = [
        dataclasses.replace(
            first,
            card=first.card.model_copy(update={"submission_id": name, "condition": name}),
        )
        for name in ("closed_book", "retrieval")
    ]
    release = dataclasses.replace(site.newest, submissions=submissions)
    names = []
    for language in ("de", ENGLISH):
        with spoken(language):
            names.append(release.names["retrieval"].partition(" (")[2])

    assert names == ["mit Retrieval)", "with retrieval)"]


@pytest.fixture(scope="module")
def german_pages(site: SiteInput, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The bodies of a German site's pages, and its other files, by path."""
    config, folder = dataclasses.replace(site.config, language="de"), tmp_path_factory.mktemp("de")
    writer = SiteWriter(folder, language="de", address="")
    for output in outputs(dataclasses.replace(site, config=config)):
        writer.add(output)
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.*")}
    made = {name: path.read_text() for name, path in files.items() if path.suffix in _TEXTS}
    return made | {path: text.decode() for path, text in writer.docs.items()}


def _body(german_pages: dict[str, str], page: str) -> str:
    return german_pages.get(f"{page}.html") or german_pages[body_path(f"{page}.md")]


def test_a_page_of_prose_is_in_english_and_says_so_in_every_language(
    german_pages: dict[str, str],
) -> None:
    assert _body(german_pages, "glossary").startswith('<div lang="en" dir="ltr">')
    assert "<dfn>Floor</dfn>" in _body(german_pages, "glossary")
    assert not _body(german_pages, "index").startswith('<div lang="en"')
    with spoken("de"):
        assert gettext("Systems") in _body(german_pages, "systems")
    assert "Dispute this page" in _body(german_pages, "glossary")


class _German(HTMLParser):
    """Gathers what a reader of German is told: every text outside what says it is in English."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._names = sorted(names, key=len, reverse=True)
        self._open: list[tuple[str, bool]] = [("", False)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        english = self._open[-1][1] if "lang" not in own else own["lang"] != "de"
        if not english:
            self.texts += [self._without_names(own.get(each) or "") for each in _SPOKEN]
        if tag not in _VOID:
            self._open.append((tag, english))

    def handle_endtag(self, tag: str) -> None:
        while tag not in _VOID and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._open[-1][1]:
            self.texts.append(self._without_names(data))

    def _without_names(self, text: str) -> str:
        for name in self._names:
            text = text.replace(name, "")
        return text


_SPOKEN = ("aria-label", "title", "alt", "data-label", "placeholder")
_VOID = frozenset({"br", "circle", "hr", "img", "input", "link", "meta", "path"})
_TEXTS = frozenset({".body", ".html", ".json"})
_FUNCTION_WORDS = re.compile(r"\b(the|of|and|is|are|not|with|by)\b")


@pytest.mark.parametrize(
    "page",
    [
        *("index", "systems", f"r/{NEWEST}/halacha@closed_book", f"r/{NEWEST}/tlr@retrieval"),
        *(f"r/{NEWEST}/frenchlaw@closed_book", f"r/{NEWEST}/s/acme-7b"),
        f"{EMBEDDED}/halacha@closed_book",
    ],
)
def test_a_german_page_has_no_english_that_does_not_say_so(
    german_pages: dict[str, str], site: SiteInput, page: str
) -> None:
    body = german_pages.get(f"{page}.html") or _body(german_pages, page)
    assert site.newest is not None
    reader = _German(_names(site.newest))

    reader.feed(body)

    assert len(reader.texts) > 9
    assert [text for text in reader.texts if _FUNCTION_WORDS.search(text)] == []


def _names(release: SiteRelease) -> set[str]:
    """Return names and what was submitted, which stay as they are in every language."""
    manifest = release.manifest
    rows = [row for board in release.boards for row in board.rows]
    tracks = manifest.tracks
    titles = {place.title for t in tracks for place in (t, *t.categories.values(), *t.scores)}
    titles |= {task.title for track in tracks for task in track.tasks.values()}
    return {
        manifest.title,
        *titles,
        *(name for row in rows for name in (row.model_name, row.organization)),
        *(decision.reason for decision in release.decisions),
    } - {""}


def test_the_box_at_the_head_of_a_german_page_finds_boards_by_german_words(
    german_pages: dict[str, str],
) -> None:
    rows = json.loads(german_pages["questions.boards.json"])["rows"]
    about = {(kind, title): text for kind, _, title, text, *_ in rows}

    assert about["board", "Halacha"] == f"ohne Hilfsmittel, 40 versiegelte Fragen, {NEWEST}"
    assert ", Baseline, " in about["system", "Keyword search"]


COMPUTABLE = "; its truths can be computed, so a row of level sealed is not ranked here"


@pytest.mark.parametrize(
    ("said", "german_words"),
    [
        (why_too_few(3, 9), "zu wenig für Ränge: 3 Fragen, und eine Rangfolge braucht 30"),
        (why_too_few(300, 1), "zu wenig für Ränge: 1 System mit Rang, "),
        (
            why_too_few(300, 1) + COMPUTABLE,
            "zu wenig für Ränge: 1 System mit Rang, und eine Rangfolge braucht 2; die Lösungen",
        ),
    ],
)
def test_a_page_says_in_its_language_why_a_published_board_ranks_nobody(
    said: str, german_words: str
) -> None:
    assert sentence(said) == said
    with spoken("de"):
        assert sentence(said).startswith(german_words)


def test_a_sentence_without_words_and_an_owners_text_say_their_language() -> None:
    limit = "No question was reviewed by a practising lawyer."
    view = {"text": "3 answers were lost", "limit": limit}
    template = _environment().from_string("{{ text | sentence }}{{ limit | language_mark }}")
    with spoken("de"):
        assert template.render(view) == (
            '<span lang="en" dir="ltr">3 answers were lost</span> lang="en"'
        )
    assert template.render(view) == "3 answers were lost"


def test_our_own_floors_are_called_in_the_language_of_the_site(site: SiteInput) -> None:
    assert site.newest is not None
    board = site.newest.board_at["halacha@closed_book", "public"]
    floor = next(row for row in board.rows if row.role == "adversary")
    constant = floor.model_copy(update={"model_name": ADVERSARIES["constant"].model_name})
    system = constant.model_copy(update={"role": "system"})

    assert {each.model_name for each in baselines().values()} <= BASELINES
    assert {each.service for each in METHODS.values()} <= BASELINES
    with spoken("de"):
        assert person(site.newest, constant)["name"] == "Beste Konstante"
        assert person(site.newest, system)["name"] == "Best constant"


def test_catalogues_have_boards_and_menus_and_no_prose(template: Catalog) -> None:
    assert sum(bool(message.id) for message in template) <= MOST_MESSAGES


def test_a_site_in_a_language_without_words_is_refused() -> None:
    with pytest.raises(UsageError, match="no words in 'tlh'; it has en"):
        config_of('[site]\nlanguage = "tlh"\n')


def test_english_is_what_the_code_says() -> None:
    with spoken(ENGLISH):
        assert gettext("%(n)s of %(all)s", n=1, all=2) == "1 of 2"
        assert ngettext("%(n)s question", "%(n)s questions", 1) == "1 question"
        assert script_words(b"var WORDS = {};", [b'gettext("Filter")']) == b"var WORDS = {};"


def test_a_german_noun_keeps_its_capital_within_a_sentence() -> None:
    with spoken("de"):
        assert within(gettext("Tie group")) == "Gleichstandsgruppe"


def test_one_setting_reaches_the_theme_and_the_menus() -> None:
    chosen = {"site_name": "Mine", "copyright": "CC0", "nav": [{"Home": "index.md"}]}
    palette = [{"toggle": {"name": "Switch to dark mode"}}]
    config = SimpleNamespace(
        site_name="",
        copyright=None,
        theme={"language": "en", "palette": palette},
        nav=[{"Home": "index.md"}, {"Own": [{"Systems": "systems.md"}]}],
        extra_javascript=[],
        markdown_extensions=[],
    )

    on_config(config, chosen=chosen, language=OTHERS[0] if OTHERS else ENGLISH)

    assert config.theme["language"] == (OTHERS[0] if OTHERS else ENGLISH)
    assert config.extra_javascript == ["assets/digesta/words.js"]
    assert list(config.nav[1]) == ["Own"]
    assert (config.site_name, config.copyright) == ("Mine", "CC0")


def test_the_owner_s_title_and_foot_are_text() -> None:
    chosen = {"site_name": 'A"><img>', "copyright": "CC0 & <b>", "nav": []}
    config = SimpleNamespace(
        copyright=None, theme={}, nav=[], extra_javascript=[], markdown_extensions=[]
    )

    on_config(config, chosen=chosen, language=ENGLISH)

    assert config.site_name == "A&#34;&gt;&lt;img&gt;"
    assert config.copyright == "CC0 &amp; &lt;b&gt;"
