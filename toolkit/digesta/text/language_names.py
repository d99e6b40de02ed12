"""Languages by name, for readers and for models that are told in which one to answer."""

from __future__ import annotations

LANGUAGES = {
    "ar": "Arabic",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "he": "Hebrew",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "zh": "Chinese",
}


def language_name(tag: str) -> str:
    """Return a language's name in English, of a tag such as ``pt-BR``; the tag where it has none.

    >>> language_name("pt-BR"), language_name("la")
    ('Portuguese', 'la')
    """
    return LANGUAGES.get(tag.partition("-")[0], tag)
