"""The words for one law: the constitution's own, or made from the names in a ``law.json``."""

from __future__ import annotations

from collections.abc import Mapping

from authoring.tlr.languages.english import CONSTITUTION_EN, ENGLISH, ENGLISH_BY_ENTRY, other_en
from authoring.tlr.languages.french import FRENCH_BY_ENTRY, other_fr
from authoring.tlr.languages.names import Language
from authoring.tlr.languages.portuguese import CONSTITUTION_PT, PORTUGUESE, other_pt
from authoring.tlr.languages.shape import LawWords, Sentences
from digesta.errors import UsageError
from digesta_generate.compilations.dated.records import CompiledLaw, InWords, LawFile

SENTENCES: Mapping[tuple[Language, str], Sentences] = {
    ("en", "promulgation"): ENGLISH,
    ("en", "entry"): ENGLISH_BY_ENTRY,
    ("pt", "promulgation"): PORTUGUESE,
    ("fr", "entry"): FRENCH_BY_ENTRY,
}
"""Language and what days are of -> its wordings."""


def sentences_of(law: CompiledLaw, language: Language) -> Sentences:
    """Return a language's wordings for the days of a law."""
    return SENTENCES[language, law.file.dates if law.file else "promulgation"]


def words_of(law: CompiledLaw) -> Mapping[Language, LawWords]:
    """Return how each language of a law speaks of it: English first, then its own."""
    file = law.file
    if file is None:
        return {"en": CONSTITUTION_EN, "pt": CONSTITUTION_PT}
    second: Language = "fr" if file.dates == "entry" else "pt"
    return {language: _words(file, language) for language in ("en", second)}


def _words(file: LawFile, language: Language) -> LawWords:
    called = _in(language, {"called": file.called})["called"]
    recorded = _in(language, {"recorded": file.recorded})["recorded"] if file.recorded else ""
    bodies, numbered = _in(language, file.bodies), file.amendments_by.startswith("numbered-text")
    if language == "pt":
        return other_pt(called, bodies)
    return _OTHER[language](called, bodies, recorded=recorded, numbered=numbered)


def _in(language: Language, names: Mapping[str, InWords]) -> dict[str, str]:
    """Return names in a language; UsageError where one has none."""
    words = {name: getattr(in_words, language) for name, in_words in names.items()}
    if missing := [name for name, word in words.items() if not word]:
        raise UsageError(f"law.json: {missing[0]} has no name in the language {language}")
    return words


_OTHER = {"en": other_en, "fr": other_fr}
