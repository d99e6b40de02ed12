"""Language of answers, on texts of known language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.board.abstention import languages
from digesta.text.languages import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The plaintiff has no right to be heard because the claim was made too late.", "en"),
        ("Le contrat est nul parce que les parties ne sont pas d'accord sur le prix.", "fr"),
        ("O juiz não pode decidir sem ouvir as partes, como prevê a lei de processo.", "pt"),
        ("El juez no puede decidir sin oír a las partes, según lo que dice la ley.", "es"),
        ("Der Richter darf nicht entscheiden, ohne die Parteien zu hören, wie es ist.", "de"),
        ("Il giudice non può decidere senza che le parti siano sentite, come è nella legge.", "it"),
        ("\u5408\u540c\u65e0\u6548\u56e0\u4e3a\u53cc\u65b9\u6ca1\u6709\u8fbe", "zh"),
        ("\u05d4\u05d7\u05d5\u05d6\u05d4 \u05d1\u05d8\u05dc \u05de\u05e2\u05d9\u05e7", "he"),
        ("\u5951\u7d04\u306f\u7121\u52b9\u3067\u3059\u3002\u5408\u610f\u304c\u306a\u3044", "ja"),
        ("Answer: B", ""),
        ("A A A A B C D E O O A E A O", ""),
        ("", ""),
        ("1234 5678", ""),
    ],
)  # fmt: skip
def test_a_language_is_told_where_the_text_is_enough(text: str, language: str) -> None:
    assert language_of(text) == language


@given(st.text(max_size=60))
def test_any_text_has_one_known_language_or_none(text: str) -> None:
    known = "ar de el en es fr he hi it ja ko pt ru th zh"
    assert language_of(text) in {"", *known.split()}


def test_answers_in_another_language_are_counted_apart_from_those_too_short_to_tell() -> None:
    english = "The court held that the contract was void and of no effect."
    texts = {"a": english, "b": english, "c": "void"}

    counts = languages(texts, {"a": "en", "b": "fr", "c": "fr"}, yes_no=frozenset())

    assert (counts.same, counts.other, counts.unclear) == (1, {"en": 1}, 1)


def test_a_yes_in_another_language_is_counted_where_yes_or_no_is_asked_for() -> None:
    texts = {"a": "Yes.", "b": "כן", "c": "true", "d": "yes"}

    counts = languages(texts, dict.fromkeys(texts, "he"), yes_no={"a", "b", "c"})

    # JSON's own word is no language's; a word alone tells nothing where another answer is due.
    assert (counts.same, counts.other, counts.unclear) == (1, {"en": 1}, 2)
