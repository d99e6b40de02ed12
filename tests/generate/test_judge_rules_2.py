"""What ``rules-2`` finds in an answer beyond ``rules-1``: golden cases by hand."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from digesta.canonical import sha256_hex
from digesta_generate.judges.graders import PROGRAM_2
from digesta_generate.judges.rules.rules_2 import judge_answer
from digesta_generate.judges.rules.spelling import spell_alike
from growth import MOST, growth_of, repeated
from places import ROOT

ASKED = "Que répondre au client, en 300 mots au plus ?"
WANTS = "Dit que l'employeur doit rechercher un reclassement avant de licencier le salarié inapte."
NEAR = "L'employeur recherche un reclassement avant de licencier un salarié inapte"


def criterion(check: str, dimension: str = "substance", text: str = WANTS) -> dict[str, Any]:
    return {"criterion_id": "SUB1", "dimension": dimension, "text": text, "check": check}


def holds(check: str, answer: str, text: str = WANTS) -> bool:
    """Return whether a criterion is met; what is shown stands in the answer."""
    said = judge_answer(ASKED, {"SUB1": criterion(check, text=text)}, answer).criteria[0]
    assert all(passage in answer for passage in said["evidence"])
    return bool(said["satisfied"])


@pytest.mark.parametrize(
    ("check", "written"),
    [
        ("authority: code du travail, L. 1226-10", "L. 1226-10 C. trav."),
        ("authority: code du travail, L. 1226-10", "(L. 1226-10 et L. 1226-12 C. trav.)"),
        ("authority: code rural et de la pêche maritime, L. 412-9", "art. L. 412-9 C. rur."),
        ("authority: code rural et de la pêche maritime, L. 412-9", "CRPM, art. L. 412-9"),
        ("authority: code de la sécurité sociale, L. 244-11", "C. séc. soc., art. L. 244-11"),
        ("authority: code civil, 2241", "code civil, vices cachés (2241)"),
        ("authority: RGPD, 33", "33 § 1 RGPD"),
        ("authority: règlement (UE) 2024/2019", "règlement (UE, Euratom) 2024/2019"),
        ("authority: Cass. ch. mixte, 21 juillet 2023, n° 21-15.809", "ch. mixte, n° 21‑15.809"),
        ("number: 36000000 EUR", "36 M€"),
        ("number: 2000000000 EUR", "2 Md€"),
        ("number: 22500 EUR", "vingt-deux mille cinq cents euros"),
        ("number: 153000 EUR", "153\u202f000\u00a0€"),
        ("date: 2026-02-20", "vingt février deux mille vingt-six"),
        ("date: 2024-10-01", "premier octobre deux mille vingt-quatre"),
        ("date: 2026-02-20", "20.02.2026"),
    ],
)
def test_a_thing_is_found_near_the_words_of_its_criterion_in_any_writing(
    check: str, written: str
) -> None:
    assert holds(check, f"{NEAR} : {written}.")


@pytest.mark.parametrize(
    ("check", "written"),
    [
        ("authority: code du travail, L. 1226-10", "L. 1226-10 du code de commerce"),
        ("authority: code du travail, L. 1226-1", "L. 1226-10 C. trav."),
        ("authority: code rural et de la pêche maritime, L. 412-9", "art. L. 412-9 C. com."),
        ("authority: RGPD, 33", "article 17, dû au plus tard demain"),
        ("number: 36000000 EUR", "36 k€"),
        ("number: 22500 EUR", "vingt-deux mille cinq cent un euros"),
        ("date: 2026-02-20", "vingt et un février deux mille vingt-six"),
    ],
)
def test_another_thing_near_them_is_none(check: str, written: str) -> None:
    assert not holds(check, f"{NEAR} : {written}.")


def test_a_thing_far_from_the_words_of_its_criterion_shows_nothing() -> None:
    far = "Le bail commercial se renouvelle au loyer plafonné selon l'indice publié. " * 3

    assert holds("date: 2026-02-20", f"{NEAR}. Il faut agir vite. Le terme : 20 février 2026.")
    assert not holds("date: 2026-02-20", f"{NEAR}. {far} Le terme : 20 février 2026.")


@pytest.mark.parametrize(
    "answer",
    [
        "L. 1226-10 C. trav., 20 février 2026, 36 M€",
        "\n".join(f"- art. L. 1226-{n} C. trav." for n in range(1, 60)),
        " ; ".join(["20 février 2026", "36 M€", "L. 1226-10 C. trav."] * 40),
        "",
    ],
)
def test_a_list_without_those_words_holds_nothing(answer: str) -> None:
    for check in ("authority: code du travail, L. 1226-10", "date: 2026-02-20",
                  "number: 36000000 EUR"):  # fmt: skip
        assert not holds(check, answer)
        assert not holds(check, answer, text="Cite le texte.")


def test_the_words_of_a_text_are_not_those_of_its_criterion() -> None:
    text = "Fonde le droit du preneur sur le code rural et de la pêche maritime, article L. 412-1."
    cited = "code rural et de la pêche maritime, article L. 412-1"
    check = "authority: code rural et de la pêche maritime, L. 412-1"

    assert not holds(check, f"{cited} ; 20 février 2026 ; 36 M€ ; 9 ans", text=text)
    assert holds(check, f"Le preneur tient son droit de préférence du {cited}.", text=text)


def test_a_row_of_a_table_holds_where_a_list_rule_would_stop_it() -> None:
    table = f"| {NEAR} | L. 1226-10 | 2 700 € | 11 250 € | 22 500 € | 5 400 € |"

    assert holds("number: 22500 EUR", table)


def test_claims_are_made_up_where_calendar_number_or_criterion_shows_it() -> None:
    answer = (
        "Cass. com., 23 octobre 2024, n° 23-16.267, le dit. CJUE, 4 mai 2019, C-300/21, aussi. "
        "Cass. com., 24 octobre 2024, n° 23-16.268, aussi. L'acte est du 31 février 2023."
    )
    check = "authority: Cass. com., 23 octobre 2024, n° 23-16.268"

    said = judge_answer(ASKED, {"SUB1": criterion(check)}, answer)

    assert [(one["category"], one["hallucinated"]) for one in said.claims] == [
        ("date_fact", False),
        ("jurisprudence", False),
        ("date_fact", False),
        ("jurisprudence", True),
        ("date_fact", False),
        ("jurisprudence", True),
        ("date_fact", True),
    ]


def test_claims_looked_at_without_one_made_up_are_none_of_so_many() -> None:
    said = judge_answer(ASKED, {}, "Le 4 mai 2023, CJUE, 4 mai 2023, C-300/21. CJUE, C-300/21.")

    assert [one["hallucinated"] for one in said.claims] == [False, False, False]


def test_an_assertion_needs_the_authority_of_its_criterion() -> None:
    check = criterion("authority: code du travail, L. 1226-10")

    for cited, sourced in (("L. 1226-10 C. trav.", True), ("le bon sens", False)):
        said = judge_answer(ASKED, {"SUB1": check}, f"{NEAR} : {cited}.").assertions
        assert [(one["needs_source"], one["has_source"]) for one in said] == [(True, sourced)]
    assert judge_answer(ASKED, {"SUB1": check}, "Rien.").assertions == []


def test_a_repealed_text_costs_wherever_it_stands() -> None:
    said = judge_answer(
        ASKED,
        {"SUB1": criterion("repealed: code civil, ancien 1134", "negative")},
        "1134 C. civ. ; 1 500 euros ; 2 000 euros",
    )

    assert said.criteria[0]["satisfied"]


@pytest.mark.parametrize("unit", ["a. ", "1 ", "un ", "Cass. "])
def test_a_long_answer_is_read_in_linear_time(unit: str) -> None:
    judge = partial(judge_answer, "Que répondre ?", {"SUB1": criterion("number: 36000000 EUR")})

    assert growth_of(judge, repeated(unit), 4_096) <= MOST


def test_words_that_are_no_numbers_stay() -> None:
    assert (
        spell_alike("un véhicule neuf, pour cent raisons") == "un vehicule neuf, pour cent raisons"
    )


def test_the_program_has_the_name_of_its_sources() -> None:
    folder = ROOT / "toolkit" / "digesta_generate" / "judges" / "rules"
    sources = [folder / name for name in ("rules_2.py", "spelling.py", "spellings.json")]

    assert sha256_hex(b"".join(path.read_bytes() for path in sources)) == PROGRAM_2
