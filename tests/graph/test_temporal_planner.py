"""A planner reads what a question asks in its words, and says so where it cannot."""

from __future__ import annotations

import json
from typing import Any

import pytest

from authoring.tlr import build
from dated_law import BOOK, FILES, names_of_law
from digesta.workspace import store
from digesta_generate.graph.questions import WORDS_BY_KIND
from digesta_generate.temporal.names import name_of
from digesta_generate.temporal.planner import KINDS, QueryPlan, read
from places import CODE_DU_TRAVAIL, NEWEST, ROOT

RELEASES = ("2026-11-22.3", "2026-11-22.6", "2026-11-26", "2026-11-27", NEWEST)
CODE = names_of_law(
    {"law.json": (CODE_DU_TRAVAIL / "law.json").read_bytes()},
    "ct12_art_l1225-37", "ct12_art_l1233-58", "ct33_art_l3332-1", "ct51_art_l5132-2",
)  # fmt: skip
UNSAID = {"at_most", "horizon", "amendments_by", "law"}
"""Fields of an ask that say how it is answered, or which law is meant."""


def questions(release: str, law: str | None = None) -> list[dict[str, Any]]:
    """Return a release's temporal questions about a law, the Brazilian constitution by default."""
    lines = (ROOT / "releases" / release / "questions.jsonl").read_bytes().splitlines()
    asked = [one for one in map(json.loads, lines) if one["scorer"] == "temporal"]
    return [one for one in asked if one["ask"].get("law") == law]


def words(question: dict[str, Any]) -> str:
    return "\n\n".join(turn["content"] for turn in question["turns"])


def test_a_plan_names_what_the_command_for_one_question_takes() -> None:
    assert {kind: how.names for kind, how in KINDS.items()} == WORDS_BY_KIND


@pytest.mark.parametrize(
    ("said", "plan"),
    [
        # TLR-Bench's own wordings.
        ("What did Article 214 say on 2005-06-15?",
         QueryPlan("point_in_time", "cf_art_214", ("2005-06-15",))),
        ("Which constitutional amendments changed Article 214?",
         QueryPlan("attribution", "cf_art_214")),
        ("Show the complete version history of Article 214 from 1988 to 2025",
         QueryPlan("lineage", "cf_art_214")),
        ("Has Article 1 been amended since 1988?", QueryPlan("consistency", "cf_art_1")),
        ("Which articles in Title VIII changed from 2000-01-01 to 2010-01-01?",
         QueryPlan("impact", "cf_tit_8", ("2000-01-01", "2010-01-01"))),
        # Versions, in Portuguese redações, as questions speak of them that are drawn from now on.
        ("List all versions of Article 77 from the first on, and the amendments it is due to.",
         QueryPlan("lineage", "cf_art_77")),
        ("Que redações teve o art. 64, em ordem cronológica, e que emendas a introduziram?",
         QueryPlan("lineage", "cf_art_64")),
        ("Has any amendment changed Article 132 in substance since 5 October 1988?",
         QueryPlan("consistency", "cf_art_132")),
        ("O art. 213 do texto permanente sofreu alguma emenda desde 5 de outubro de 1988?",
         QueryPlan("consistency", "cf_art_213")),
        ("Há o art. 250 na redação de 7 de julho de 2005. Em 2 de maio de 2013 fora substituída?",
         QueryPlan("difference", "cf_art_250", ("2005-07-07", "2013-05-02"))),
        # Others.
        ("As compiled on 26 August 2020: how did Article 5 of the ADCT read on 3 May 1999?",
         QueryPlan("point_in_time", "adct_art_5", ("1999-05-03",))),
        ("O que dizia o artigo 103-B em 1º de março de 2006?",
         QueryPlan("point_in_time", "cf_art_103-b", ("2006-03-01",))),
        ("A redação do art. 6º difere entre 3 de maio de 2012 e 1º de janeiro de 2001? Mudou?",
         QueryPlan("difference", "cf_art_6", ("2001-01-01", "2012-05-03"))),
        ("What did Article 5 of the Constitution say on 2005-06-15?",
         QueryPlan("point_in_time", "cf_art_5", ("2005-06-15",))),
        ("Quais emendas mudaram o art. 5º da Constituição Federal?",
         QueryPlan("attribution", "cf_art_5")),
        ("Did the text of Article 5 of 3 May 2001 change until 2002-01-01?",
         QueryPlan("difference", "cf_art_5", ("2001-05-03", "2002-01-01"))),
        ("Artigos da Subseção II, Seção VIII, Capítulo I, Título IV, de 2001-01-01 a 2002-01-01?",
         QueryPlan("impact", "cf_tit_4_cap_1_sec_8_sub_2", ("2001-01-01", "2002-01-01"))),
    ],
)  # fmt: skip
def test_other_wordings_are_read_too(said: str, plan: QueryPlan) -> None:
    assert read(said) == plan


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Good morning.",
        "What changed in Article 214 between 2005 and 2015?",  # bare years
        "Which articles in Title VIII have been amended since 2000?",
        "What did Article 5 say on 31 February 2001?",  # no day
        "Did Article 5 or Article 6 change between 2001-01-01 and 2002-01-01?",
        "Which articles changed from 2001-01-01 to 2002-01-01?",  # of what
        "Which articles of Chapter I changed from 2001-01-01 to 2002-01-01?",  # of which title
        "Which articles of Title I and Title II changed from 2001-01-01 to 2002-01-01?",
        "Which articles of Title IIII changed from 2001-01-01 to 2002-01-01?",
        "Who wrote the text of Article 5 of the Penal Code on 2005-06-15?",  # another law
        "What did Article 5 of its transitional provisions say on 2005-06-15?",
        "In the Civil Code, what did Article 5 say on 2005-06-15?",
        "What did Article 5 of the Constitution of Portugal say on 2005-06-15?",
        "O que dizia o art. 5º da Lei 9.504 em 3 de maio de 2001?",
        "Which articles of Title I of the Harbour Act changed from 2001-01-01 to 2002-01-01?",
        "Which articles of the ADCT and the permanent text changed from 2001-01-01 to 2002-01-01?",
    ],
)
def test_what_is_not_understood_makes_no_plan(said: str) -> None:
    assert read(said) is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Que disait l’article L1225-37 du livre II de la première partie au 1er août 2012 ?",
         "point_in_time ct12_art_l1225-37 2012-08-01"),
        ("Dans le code du travail, quelle était la rédaction de l'art. L. 1225-37 le 2012-05-03 ?",
         "point_in_time ct12_art_l1225-37 2012-05-03"),
        ("Dans sa version consolidée au 27 mars 2026 : que dit l'article L.1225-37 du 3 mai 2012 ?",
         "point_in_time ct12_art_l1225-37 2012-05-03"),
        ("What did Article L 1225-37 of the Labour Code say on 2012-08-01?",
         "point_in_time ct12_art_l1225-37 2012-08-01"),
        ("Quel décret, quelle ordonnance ou quelle loi a réécrit l'article L. 5132-2 ?",
         "attribution ct51_art_l5132-2"),
        ("Which laws, ordinances or decrees changed Article L. 5132-2 of Book I of Part Five?",
         "attribution ct51_art_l5132-2"),
        ("Toutes les rédactions de l'article L. 5132-2 du livre Ier de la cinquième partie.",
         "lineage ct51_art_l5132-2"),
        ("Show the complete version history of Article L. 5132-2", "lineage ct51_art_l5132-2"),
        ("Y a-t-il eu une modification de l'art. L. 3332-1 depuis l'entrée en vigueur du code ?",
         "consistency ct33_art_l3332-1"),
        ("Has Article L. 3332-1 been altered since the code came into force on 1 May 2008?",
         "consistency ct33_art_l3332-1"),
        ("L'article L. 1233-58 différait-il le 3 avril 2014 de ce qu'il était au 15 mars 2012 ?",
         "difference ct12_art_l1233-58 2012-03-15 2014-04-03"),
        ("Was Article L. 1233-58 of the Code du travail modified from 2012-03-15 to 2014-04-03?",
         "difference ct12_art_l1233-58 2012-03-15 2014-04-03"),
        ("Première partie, livre II, titre V, chapitre Ier : articles du 2013-05-01 au 2016-05-05",
         "impact ct12_tit_5_cap_1 2013-05-01 2016-05-05"),
        ("Which articles of Part One, Book IV changed from 2011-01-01 to 2012-01-01?",
         "impact ct14 2011-01-01 2012-01-01"),
    ],
)  # fmt: skip
def test_a_law_with_names_of_its_own_is_asked_about_in_other_wordings(
    said: str, meant: str
) -> None:
    kind, subject, *days = meant.split()

    assert read(said, CODE) == QueryPlan(kind, subject, tuple(days))


@pytest.mark.parametrize(
    "said",
    [
        "Bonjour.",
        "Que disait l'article L. 1225-37 en 2012 ?",
        "Que disait l'article L. 1225-37 le 31 février 2012 ?",
        "Que disait l'article D. 1225-37 le 3 mai 2012 ?",  # no such article
        "Que disait l'article L. 1225-37 du livre III de la troisième partie le 3 mai 2012 ?",
        "Que disait l'article L. 1225-37 du code civil le 3 mai 2012 ?",  # another law
        "Que disait l'article L. 1225-37 de la loi du 5 mai 2011 le 3 mai 2012 ?",
        "Que disait l'article L. 1225-37 de la Constitution le 3 mai 2012 ?",
        "What did Article L. 1225-37 of the Belgian Labour Code say on 3 May 2012?",
        "What did Article L. 1225-37 of the Labour Code of Luxembourg say on 3 May 2012?",
        "L'article L. 1225-37 et l'article L. 5132-2 ont-ils changé ?",
        "Quels articles du titre V ont changé du 1er mai 2013 au 1er mai 2016 ?",  # of which book
        "Quels articles du code du travail ont changé du 1er mai 2013 au 1er mai 2016 ?",
        "Articles de la première partie, troisième partie, livre Ier, du 2013-05-01 au 2016-05-05",
    ],
)
def test_what_is_not_understood_of_such_a_law_makes_no_plan(said: str) -> None:
    assert read(said, CODE) is None


def test_questions_about_another_law_are_read_with_its_names_only() -> None:
    made = build(store.read_tree(BOOK), b"k" * 32, split="public", released="2026-11-22")
    asked = [json.loads(line) for line in made["questions.jsonl"].splitlines()]
    states = map(json.loads, made["resources/tlr/states.jsonl"].splitlines())
    book = names_of_law(FILES, *(state["article"] for state in states))

    assert [words(one) for one in asked if read(words(one)) is not None] == []
    plans = [read(words(one), book) for one in asked]
    assert [plan and {"kind": plan.kind, **plan.ask} for plan in plans] == [
        {name: value for name, value in one["ask"].items() if name not in UNSAID} for one in asked
    ]
    assert len(asked) == 21


def test_passages_and_queries_name_a_part_in_the_same_words() -> None:
    assert name_of("cf") == "texto permanente"
    assert (
        name_of("cf_tit_8_cap_2_sec_1")
        == "Seção I do Capítulo II do Título VIII do texto permanente"
    )
    assert name_of("adct") == "ADCT"
    assert name_of("cf_art_9") == "art. 9º do texto permanente"
    where = "livre II de la première partie du code du travail"
    assert name_of("ct12_art_l1225-37", CODE) == f"art. L. 1225-37, {where}"
    assert name_of("ct12_tit_5_cap_3", CODE) == f"Chapitre III, Titre V, {where}"
