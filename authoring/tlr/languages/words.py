"""The words for one law: the constitution's own, or made from the names in a ``law.json``."""

from __future__ import annotations

from collections.abc import Mapping

from authoring.tlr.languages.english import CONSTITUTION_EN, other_en
from authoring.tlr.languages.portuguese import CONSTITUTION_PT, other_pt
from authoring.tlr.languages.shape import LawWords
from digesta_generate.compilations.dated.records import CompiledLaw


def words_of(law: CompiledLaw) -> Mapping[str, LawWords]:
    """Return how each language speaks of a law."""
    if law.file is None:
        return {"en": CONSTITUTION_EN, "pt": CONSTITUTION_PT}
    called, bodies = law.file.called, law.file.bodies
    return {
        "en": other_en(called.en, {body: name.en for body, name in bodies.items()}),
        "pt": other_pt(called.pt, {body: name.pt for body, name in bodies.items()}),
    }
