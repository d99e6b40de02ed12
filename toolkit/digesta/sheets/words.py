"""What a sheet says around a question, in the languages of the questions; English for others."""

from __future__ import annotations

from collections.abc import Mapping

from digesta.package_files import json_file

WORDS: Mapping[str, Mapping[str, str]] = json_file(__package__, "words.json")
"""Language -> name of a phrase -> the phrase; ``{...}`` is filled in."""


def words_for(language: str) -> Mapping[str, str]:
    """Return the words of a language, ``pt-BR`` having those of ``pt``."""
    return WORDS.get(language.partition("-")[0], WORDS["en"])
