"""Names of languages, for readers and for prompts."""

from __future__ import annotations

from digesta.package_files import json_file

_NAMES: dict[str, str] = json_file(__package__, "languages.json")["names"]


def language_name(tag: str) -> str:
    """Return a language's name in English, of a tag such as ``pt-BR``; the tag where it has none.

    >>> language_name("pt-BR"), language_name("la")
    ('Portuguese', 'la')
    """
    return _NAMES.get(tag.partition("-")[0], tag)
