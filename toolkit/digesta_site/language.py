"""The site's own words in its owner's language, from a catalogue of gettext.

Catalogues have the words of boards and menus. Pages of prose are in English (``in_english``).
English stands in the code: it is what a catalogue is asked for, and what is said where one has
no words. ``python -m authoring.words`` gathers the English and brings ``locale/*.po`` up to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import ParamSpec, TypeVar, cast

from digesta.package_files import text_file

P = ParamSpec("P")
T = TypeVar("T")
ENGLISH = "en"
SCRIPTS = "assets/digesta/words.js"
"""The script that hands the other scripts their words."""
_SPOKEN: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that a site can be in: English, and those with a catalogue."""
    stored = (file.name for file in (files("digesta_site") / "locale").iterdir())
    return (ENGLISH, *sorted(name.removesuffix(".po") for name in stored if name.endswith(".po")))


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Speak a language within the block; raises FileNotFoundError where it has no catalogue."""
    _catalogue(language)
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    # Babel comes with the site's extra; who only scores has not installed it.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    stored = text_file("digesta_site", f"locale/{language}.po")
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(stored.encode()), locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def in_english(pages_of: Callable[P, Iterable[T]]) -> Callable[P, Iterator[T]]:
    """Return a maker of pages that speaks English whatever the site's language: pages of prose."""

    def english_pages(*positional: P.args, **named: P.kwargs) -> Iterator[T]:
        pages, none = iter(pages_of(*positional, **named)), object()
        while True:
            with spoken(ENGLISH):
                page = next(pages, none)
            if page is none:
                return
            yield cast("T", page)

    return english_pages


def current_language() -> str:
    """Return the language that is spoken."""
    return _SPOKEN.get()


def gettext(message: str, **named: object) -> str:
    """Return a message in the language spoken, ``%(name)s`` filled where anything is named.

    >>> gettext("%(n)s of %(all)s", n=1, all=2)
    '1 of 2'
    """
    text = _catalogue(_SPOKEN.get()).gettext(message) if message else ""
    return text % named if named else text


def ngettext(singular: str, plural: str, number: int, /, **named: object) -> str:
    """Return the message that goes with a number, ``%(n)s`` where nothing else is named.

    >>> ngettext("%(n)s question", "%(n)s questions", 2)
    '2 questions'
    """
    return bare_ngettext(singular, plural, number) % ({"n": f"{number:,}"} | named)


def bare_ngettext(singular: str, plural: str, n: int) -> str:
    """Return the message that goes with a number, nothing in it filled: a template does that."""
    return _catalogue(_SPOKEN.get()).ngettext(singular, plural, n)


def plural(singular: str, several: str, number: int, /, **named: object) -> str:
    """Return the English that goes with a number, as ``ngettext`` does, on a page of prose.

    >>> plural("%(n)s question", "%(n)s questions", 1)
    '1 question'
    """
    return (singular if number == 1 else several) % ({"n": f"{number:,}"} | named)


def list_text(names: Iterable[str]) -> str:
    """Return names as a list in a sentence.

    >>> list_text(["a", "b", "c"])
    'a and b and c'
    """
    text = ""
    for name in names:
        text = gettext("%(first)s and %(last)s", first=text, last=name) if text else name
    return text


def within(words: str) -> str:
    """Return a heading's words as they stand within a sentence; German keeps its capitals.

    >>> within("Tie group")
    'tie group'
    """
    return words if _SPOKEN.get() == "de" else words.lower()


def noop(message: str) -> str:
    """Return a message of a table as it is: ``gettext`` is asked where it is shown."""
    return message


def script_words(script: bytes, others: Iterable[bytes]) -> bytes:
    """Return ``words.js`` with what the scripts say, in the language spoken."""
    if _SPOKEN.get() == ENGLISH:
        return script
    # Babel is here where a catalogue is.
    from babel.messages.extract import extract  # noqa: PLC0415

    words: dict[str, str | list[str]] = {}
    for other in others:
        for _, message, _, _ in extract("javascript", BytesIO(other)):
            if isinstance(message, str):
                words[message] = gettext(message)
            else:
                singular, plural, *_ = message
                words[singular] = [bare_ngettext(singular, plural, n) for n in (1, 2)]
    shown = json.dumps(words, ensure_ascii=False, sort_keys=True)
    return script.replace(b"WORDS = {}", f"WORDS = {shown}".encode(), 1)
