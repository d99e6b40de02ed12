"""French citations: articles with their divisions and texts, numbered decisions."""

from __future__ import annotations

import random
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.text.french.citations import CitedArticle, articles_in
from digesta.text.french.decisions import CourtDecision, decisions_in
from digesta.text.french.texts import TEXTS
from growth import MOST, growth_of, repeated

CIVIL, COMMERCE = "code civil", "code de commerce"
SEED = 20261122


@pytest.mark.parametrize(
    ("text", "articles"),
    [
        ("art. L. 1240-1", [CitedArticle("", "L1240-1")]),
        ("article 1240 du code civil", [CitedArticle(CIVIL, "1240")]),
        ("ARTICLE 1240 DU CODE CIVIL", [CitedArticle(CIVIL, "1240")]),
        ("C. civ., art. 1240", [CitedArticle(CIVIL, "1240")]),
        ("C. civ., art. 1240 du CPC", [CitedArticle("code de procédure civile", "1240")]),
        ("article 1240 C civ", [CitedArticle(CIVIL, "1240")]),
        ("l'article 1er de la Constitution", [CitedArticle("constitution", "1")]),
        ("article premier de la loi n° 2016-1691", [CitedArticle("loi 2016-1691", "1")]),
        ("l’article R. 123‑4 du Code de commerce", [CitedArticle(COMMERCE, "R123-4")]),
        ("article l.442-1 code de commerce", [CitedArticle(COMMERCE, "L442-1")]),
        ("L. 442-1, I, 2° du code de commerce", []),
        ("art. L. 442-1, I, 2° du code de commerce",
         [CitedArticle(COMMERCE, "L442-1", ("I", "2°"))]),
        ("art. L. 442-1 I-2° C. com.", [CitedArticle(COMMERCE, "L442-1", ("I", "2°"))]),
        ("article L.O. 141", [CitedArticle("", "LO141")]),
        ("article 39 A du CGI", [CitedArticle("code général des impôts", "39A")]),
        ("article 150-0 B ter du CGI", [CitedArticle("code général des impôts", "150-0Bter")]),
        ("articles 1240 à 1245 du code civil", [CitedArticle(CIVIL, "1240", (), "1245")]),
        (
            "articles 1240, 1241 et 1242 du code civil",
            [CitedArticle(CIVIL, "1240"), CitedArticle(CIVIL, "1241"), CitedArticle(CIVIL, "1242")],
        ),
        (
            "art. 1242, al. 4, et 1243 du code civil",
            [CitedArticle(CIVIL, "1242", ("al. 4",)), CitedArticle(CIVIL, "1243")],
        ),
        ("art. 1242, premier alinéa, du code civil", [CitedArticle(CIVIL, "1242", ("al. 1",))]),
        ("art. 6, paragraphe 1, point a) du RGPD", [CitedArticle("règlement 2016/679", "6", ("§ 1",
         "a"))]),
        ("art. 6(1)(a) règlement (UE) n° 2016/679", [CitedArticle("règlement 2016/679", "6", ("§ 1",
         "a"))]),
        ("article 5 de la directive 2011/83/UE", [CitedArticle("directive 2011/83", "5")]),
        ("article 1583 du code des douanes", [CitedArticle("", "1583")]),
        ("l'article 1240, 12 mai 2021", [CitedArticle("", "1240")]),
        ("l'article 5, 3 000 euros", [CitedArticle("", "5")]),
        ("les articles", []),
        ("article 01", []),
        ("particle 5", []),
    ],
)  # fmt: skip
def test_articles_are_read_as_they_are_cited(text: str, articles: list[CitedArticle]) -> None:
    assert list(articles_in(text)) == articles


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("articles 1240 et suivants du code civil", CitedArticle(CIVIL, "1240")),
        ("art. L. 442-1 s. C. com.", CitedArticle(COMMERCE, "L442-1")),
        ("art. L. 442-1 et s. du code de commerce", CitedArticle(COMMERCE, "L442-1")),
        (
            "article R*. 111-2 du code de l'urbanisme",
            CitedArticle("code de l'urbanisme", "R*111-2"),
        ),
        (
            "article R.* 111-2 du code de l'urbanisme",
            CitedArticle("code de l'urbanisme", "R*111-2"),
        ),
    ],
)
def test_a_text_is_found_behind_everyday_forms_of_a_number(
    text: str, article: CitedArticle
) -> None:
    assert articles_in(text) == (article,)


@pytest.mark.parametrize(
    "text",
    [
        "article 1382 ancien du code civil", "ancien article 1382 du code civil",
        "article 1382 (anc.) C. civ.", "article 1382 de l'ancien code civil",
        "article 1382 du code civil ancien", "ancien code civil, article 1382",
    ],
)  # fmt: skip
def test_a_former_article_is_of_the_code_and_not_todays(text: str) -> None:
    assert articles_in(text) == (CitedArticle(CIVIL, "1382", former=True),)
    assert articles_in("article 1382 du code civil") == (CitedArticle(CIVIL, "1382"),)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("article 1382 (devenu 1240) du code civil", ["-1382", "1240"]),
        ("article 1382, devenu l'article 1240, du code civil", ["-1382", "1240"]),
        ("article 1240 (ancien 1382) du code civil", ["1240", "-1382"]),
        ("article 1240 (anc. art. 1382) et 1241 C. civ.", ["1240", "-1382", "1241"]),
        ("articles 1382 et 1383 (devenus 1240 et 1241) du code civil",
         ["-1382", "-1383", "1240", "1241"]),
        ("articles 5, 1382 et 1383 anciens du code civil", ["-5", "-1382", "-1383"]),
    ],
)  # fmt: skip
def test_a_renumbered_article_is_two_of_which_one_is_former(text: str, numbers: list[str]) -> None:
    found = articles_in(text)

    assert ["-" * one.former + one.number for one in found] == numbers
    assert {one.text for one in found} == {CIVIL}


def test_after_a_text_a_list_goes_on_with_numbers_of_another_one() -> None:
    text = "articles 5 et 6 du RGPD, 8 de la Charte des droits fondamentaux et 10 du même code"

    assert [(one.text[:8], one.number) for one in articles_in(text)] == [
        ("règlemen", "5"), ("règlemen", "6"), ("charte d", "8"), ("charte d", "10"),
    ]  # fmt: skip
    assert [one.number for one in articles_in("article 5 du RGPD et 8 autres")] == ["5"]


@pytest.mark.parametrize(
    "text",
    ["article 1240 du code civil belge", "C. civ., art. 1240 du code civil suisse",
     "article 1240 du code civil du Québec", "code civil allemand, article 1240"],
)  # fmt: skip
def test_a_code_of_another_country_is_not_the_french_one(text: str) -> None:
    assert articles_in(text) == (CitedArticle("", "1240"),)


def test_the_same_code_is_the_one_named_last() -> None:
    text = "L'article 1217 du code civil et l'article 5 du CPC ; l'article 6 du même code, art. 7."

    assert articles_in(text) == (
        CitedArticle(CIVIL, "1217"),
        CitedArticle("code de procédure civile", "5"),
        CitedArticle("code de procédure civile", "6"),
        CitedArticle("", "7"),
    )


def test_every_name_of_a_text_names_it_with_and_without_its_points_and_accents() -> None:
    for name, others in TEXTS.items():
        for spelling in (name, *others, name.upper(), *[one.replace(".", "") for one in others]):
            assert articles_in(f"article 2 de {spelling}") == (CitedArticle(name, "2"),), spelling
            assert articles_in(f"{spelling}, art. 2.") == (CitedArticle(name, "2"),), spelling


def test_what_is_written_as_an_article_is_read_back() -> None:
    chance = random.Random(SEED)
    for _ in range(2000):
        series = chance.choice(["", "L. ", "R. ", "D. ", "L.", "R"])
        number = "-".join(str(chance.randrange(1, 1000)) for _ in range(chance.randrange(1, 4)))
        roman, degree = chance.choice(["", "I", "IV", "X"]), chance.choice([0, 1, 12])
        name = chance.choice([one for one in TEXTS if one.startswith("code")])
        divisions = [one for one in (roman, f"{degree}°" if degree else "") if one]
        text = ", ".join([f"{chance.choice(['article', 'art.'])} {series}{number}", *divisions])

        read = articles_in(f"Vu {text} du {name}.")

        expected = CitedArticle(name, series.strip(" .") + number, tuple(divisions))
        assert read == (expected,), (SEED, text)


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("Cass. com., 12 mai 2021, n° 19-12.345",
         CourtDecision("Cass.", "19-12345", "com.", date(2021, 5, 12))),
        ("Com. 12 mai 2021, pourvoi n° 19-12345",
         CourtDecision("Cass.", "19-12345", "com.", date(2021, 5, 12))),
        ("la première chambre civile, le 5 mai 2010 (n° 09-11.111)",
         CourtDecision("Cass.", "09-11111", "1re civ.", date(2010, 5, 5))),
        ("Cass. ass. plén., 13 janvier 2020, n° 17-19.963",
         CourtDecision("Cass.", "17-19963", "ass. plén.", date(2020, 1, 13))),
        ("CE, 3 juin 2020, n° 420736", CourtDecision("CE", "420736", "", date(2020, 6, 3))),
        ("Conseil d'État, 3 juin 2020, n° 420736",
         CourtDecision("CE", "420736", "", date(2020, 6, 3))),
        ("CJUE C-311/18", CourtDecision("CJUE", "C-311/18")),
        ("CJUE, gde ch., 16 juill. 2020, aff. C‑311/18",
         CourtDecision("CJUE", "C-311/18", "", date(2020, 7, 16))),
        ("Trib. UE, T-612/17", CourtDecision("TUE", "T-612/17")),
        ("Cons. const., 7 mai 2020, n° 2020-800 DC",
         CourtDecision("Cons. const.", "2020-800 DC", "", date(2020, 5, 7))),
        ("n° 2010-14/22 QPC", CourtDecision("Cons. const.", "2010-14/22 QPC")),
        ("CEDH, 12 mars 2019, n° 12345/06",
         CourtDecision("CEDH", "12345/06", "", date(2019, 3, 12))),
        ("CA Paris, 12 mai 2021, n° 19/01234",
         CourtDecision("CA Paris", "19/01234", "", date(2021, 5, 12))),
        ("CAA Lyon, n° 19LY01234", CourtDecision("CAA", "19LY01234")),
    ],
)  # fmt: skip
def test_a_numbered_decision_is_its_court_and_number(text: str, decision: CourtDecision) -> None:
    assert decisions_in(text) == (decision,)


@pytest.mark.parametrize(
    "text",
    ["le lot n° 420736", "tél. 01-23.45.67", "n° 19-12.3456", "n° 19/01234", "C-3111111/18",
     "Cass. com., 12 mai 2021", "2020-800", "facture 2019-12-345"],
)  # fmt: skip
def test_a_number_of_no_court_is_no_decision(text: str) -> None:
    assert decisions_in(text) == ()


@pytest.mark.parametrize("joined", ["n° 19-12345 et n° 19-12.346", "n°s 19-12.345, 19-12.346"])
def test_numbers_joined_by_et_or_a_comma_share_chamber_and_day(joined: str) -> None:
    assert decisions_in(f"Civ. 1re, 3 juin 2020, {joined}") == (
        CourtDecision("Cass.", "19-12345", "1re civ.", date(2020, 6, 3)),
        CourtDecision("Cass.", "19-12346", "1re civ.", date(2020, 6, 3)),
    )


def test_after_a_semicolon_another_decision_begins_with_a_day_of_its_own() -> None:
    _, second = decisions_in("Com. 12 mai 2021, n° 19-12.345 ; Soc. 3 mars 2020, n° 18-11.111")

    assert second == CourtDecision("Cass.", "18-11111", "soc.", date(2020, 3, 3))


def test_the_council_of_state_may_give_its_numbers_in_the_plural() -> None:
    day = date(2015, 11, 9)

    assert decisions_in("CE, ass., 9 nov. 2015, nos 342468, 342469 et 342470") == tuple(
        CourtDecision("CE", number, "", day) for number in ("342468", "342469", "342470")
    )
    assert len(decisions_in("CE, 3 juin 2020, n° 420736, 15000 euros")) == 1
    assert decisions_in("les nos 12345 et 12346") == ()


@given(st.text(st.sampled_from("article. LR1240-er, du code civ°I)(n C/18\u00a0CE"), max_size=60))
def test_the_readers_never_raise_and_give_numbers_without_spaces(text: str) -> None:
    articles, spaced = articles_in(text), text.replace(" ", "\n\t")

    assert all(article.number and " " not in article.number for article in articles)
    assert articles_in(spaced) == articles
    assert decisions_in(spaced) == decisions_in(text)


@pytest.mark.parametrize(
    ("head", "unit", "tail"),
    [("", "article ", ""), ("", "art. 1, ", ""), ("article 1", ", 1", ""), ("", "C. civ. ", ""),
     ("article 1 ", "a) ", ""), ("", "19-12.345 ", ""), ("", "n° ", ""), ("", "code de ", ""),
     ("", "CE ", "n° 420736 " * 100), ("article ", "1-1", ""), ("", "1re civ", ""),
     ("", "code de la ", "art. 1"), ("art. ", "1 anciens, ", ""), ("", "1382 (devenu ", ""),
     ("art. ", "1 (devenu 2), ", ""), ("art. 1 du code civil", " et 1 du code civil", ""),
     ("art. 1 (devenus ", "1, ", ""), ("CE nos 342468", ", 342469", "")],
)  # fmt: skip
def test_hostile_citations_take_linear_time(head: str, unit: str, tail: str) -> None:
    for read in (articles_in, decisions_in):
        assert growth_of(read, repeated(unit, head, tail)) <= MOST
