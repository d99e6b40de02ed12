"""The site's own words: gathered whole, and in every catalogue."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import get_args, get_type_hints

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from authoring.words.__main__ import FOLDER, file_of
from authoring.words.messages import messages
from digesta.errors import UsageError
from digesta.records.log import Dispute
from digesta.records.question import Question
from digesta.records.submission import Decision
from digesta.workspace.site_config import LANGUAGES
from digesta_site import SiteInput, config_of
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
from digesta_site.words import STATES, capital

OTHERS = languages()[1:]
MOST_MESSAGES = 500
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


def test_a_page_of_prose_is_in_english_and_says_so_in_every_language(
    site: SiteInput, tmp_path: Path
) -> None:
    config = dataclasses.replace(site.config, language="de")
    writer = SiteWriter(tmp_path, language="de", address="")
    for output in outputs(dataclasses.replace(site, config=config)):
        writer.add(output)

    def body(page: str) -> str:
        made = tmp_path / f"{page}.html.body"
        known = made.read_bytes() if made.exists() else writer.docs[body_path(f"{page}.md")]
        return known.decode()

    assert body("glossary").startswith('<div lang="en" dir="ltr">')
    assert "<dfn>Floor</dfn>" in body("glossary")
    assert not body("index").startswith('<div lang="en"')
    with spoken("de"):
        assert gettext("Systems") in body("systems")
    assert "Dispute this page" in body("glossary")


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
    )

    on_config(config, chosen=chosen, language=OTHERS[0] if OTHERS else ENGLISH)

    assert config.theme["language"] == (OTHERS[0] if OTHERS else ENGLISH)
    assert config.extra_javascript == ["assets/digesta/words.js"]
    assert list(config.nav[1]) == ["Own"]
    assert (config.site_name, config.copyright) == ("Mine", "CC0")
