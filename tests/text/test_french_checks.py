"""The grammar of checks: what is read, and that all else is refused and says what is expected."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from digesta.text.french.checks import (
    CheckTerm,
    FormerRule,
    Headings,
    NumberedText,
    Quantity,
    Ruling,
    TextArticle,
    parse_check,
    text_named,
)


@pytest.mark.parametrize(
    ("check", "value"),
    [
        ("authority: code civil, 1240", TextArticle("code civil", "1240")),
        ("authority: Code civil, 1843-4", TextArticle("code civil", "1843-4")),
        ("authority: code de commerce, L. 442-1", TextArticle("code de commerce", "L442-1")),
        ("authority: RGPD, 33", TextArticle("reglement 2016/679", "33")),
        ("authority: règlement (UE) 2022/720, 4", TextArticle("reglement 2022/720", "4")),
        ("authority: règlement (UE) 2022/720", NumberedText("reglement 2022/720", None)),
        ("authority: CEDH, 6", TextArticle("convention europeenne des droits de l'homme", "6")),
        ("authority: Cass. com., 2 nov. 2011, n° 10-15.887",
         Ruling("Cass. com.", date(2011, 11, 2), "10-15887", "")),
        ("authority: CE, 13 juillet 2016, Czabaj", Ruling("CE", date(2016, 7, 13), "", "Czabaj")),
        ("repealed: code civil, ancien 1134", TextArticle("code civil", "1134")),
        ("repealed: directive 95/46/CE", NumberedText("directive 95/46", None)),
        ("repealed: loi n° 66-537 du 24 juillet 1966",
         NumberedText("loi 66-537", date(1966, 7, 24))),
        ("repealed: CEDH, ancien délai de six mois",
         FormerRule("convention europeenne des droits de l'homme", "delai de six mois")),
        ("heading: Faits; L'arrêt", Headings(("Faits", "L'arrêt"))),
        ("number: 0.98 EUR", Quantity(Fraction(49, 50), "EUR")),
        ("number: 4200", Quantity(Fraction(4200), "")),
        ("date: 2026-02-28", date(2026, 2, 28)),
        ("party: Armelle Kessous", "Armelle Kessous"),
    ],
)  # fmt: skip
def test_a_value_is_read_by_its_kind(check: str, value: object) -> None:
    assert parse_check(check) == ((CheckTerm(check.partition(":")[0], value),),)  # type: ignore[arg-type]


def test_and_binds_closer_than_or() -> None:
    read = parse_check("party: A & party: B | party: C")

    assert [[one.value for one in some] for some in read] == [["A", "B"], ["C"]]


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        ("", "kind: value"),
        ("article 1240 du code civil", "kind: value"),
        ("authoritty: code civil, 1240", "of the kinds authority, repealed, heading"),
        ("authority:code civil, 1240", "kind: value"),
        ("authority: ", "kind: value"),
        ("authority: code civil, 1240 &", "authority"),
        ("party: A &  & party: B", "kind: value"),
        ("authority: code civil", "text, article"),
        ("authority: 1240", "text, article"),
        ("authority: recette, 12", "text, article"),
        ("authority: code civil, article 1240", "text, article"),
        ("authority: CE, 31 juin 2016, Czabaj", "court, day"),
        ("authority: loi n° 66-537 du 31 juin 1966", "numbered text"),
        ("repealed: code civil, ancien", "an authority"),
        ("heading: Faits;  Conseil", "titles"),
        ("heading: Faits; ; Conseil", "titles"),
        ("number: 60 000 EUR", "digits"),
        ("number: 60000 €", "a unit of EUR, %"),
        ("number: 0,98 EUR", "digits"),
        ("date: 2026-02-30", "YYYY-MM-DD"),
        ("date: 28/02/2026", "YYYY-MM-DD"),
        ("party: 12", "one name"),
    ],
)
def test_what_is_not_of_the_grammar_is_refused(check: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        parse_check(check)


def test_a_text_has_one_name_for_all_its_own() -> None:
    named = ("code de justice administrative", "CJA", "Code de Justice Administrative")

    assert {text_named(one) for one in named} == {"code de justice administrative"}
    assert text_named("loi n° 78-17 du 6 janvier 1978") == "loi 78-17"
    assert text_named("code rural et de la pêche") == "code rural et de la peche"
