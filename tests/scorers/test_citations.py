"""How references to Brazilian law are read out of a text, and what an answer earns by them."""

from __future__ import annotations

import pytest

from digesta.scorers.base import Response
from digesta_legal.citations.adversaries import as_text
from digesta_legal.citations.mark import mark, prepare
from digesta_legal.citations.read import Reference, alternatives, references
from growth import MOST, growth_of, repeated

READ = {
    "Art. 92, inciso I, alíneas a e b, do CP": ["cp 92 a b i"],
    "art. 45, §§ 1º e 2º, da Lei nº 11.101/05": ["lei:11101 45 §1 §2"],
    "arts. 186, 927 e 944 do CC": ["cc 186", "cc 927", "cc 944"],
    "CPC, art. 1.009": ["cpc 1009"],
    "art. 17, § 10-A, da Lei nº 8.429/92 (LIA) e art. 5º, XXXV, da Constituição Federal": [
        "lei:8429 17 §10-a", "cf 5 xxxv",
    ],
    "Art. 223-B da CLT ou 186 do CCB": ["clt 223-b", "cc 186"],
    "art. 150, VI, “b”, da CRFB/88": ["cf 150 b vi"],
    "Súmula 331, IV e V, do TST": ["sumula:tst 331 iv v"],
    "Súmula Vinculante nº 50": ["sv:stf 50"],
    "em 2022 (art. 312 do CP) pagou R$ 500": ["cp 312"],
    "A LAI o garante. De acordo com o artigo 12 da referida lei, é grátis.": ["lei:12527 12"],
    "O artigo 82 não se aplica. O CPC, sim.": [],
    "Artigo 5, item 3, da Convenção Americana sobre Direitos Humanos": ["cadh 5 §3"],
}  # fmt: skip

READ_2 = {
    "§ 3º do Art. 58 da Constituição da República": ["cf 58 §3"],
    "na alínea “b” do inciso XII do art. 21 da Lei Maior": ["cf 21 b xii"],
    "que inclui os §§ 4º e 5º ao art. 30 da Lei n. 12.973/2014": ["lei:12973 30 §4 §5"],
    "incurso (CTB, Art. 306), pena que a Lei 9.099/95 não alcança": ["lei:9503 306"],
    "(Código Penal, Arts. 44, III, e 77, II), o que o CPP não veda": ["cp 44 iii", "cp 77 ii"],
    "artigos 33 e 35, cc Art. 40, I, da Lei 11343/06": [
        "lei:11343 33", "lei:11343 35", "lei:11343 40 i",
    ],
    "o art. 61, I, em fato de 20/03/2018, com 1/6, 10 dias e (0,25), do CP": ["cp 61 i"],
    "art. 5º, LXVII (prisão civil), da CF": ["cf 5 lxvii"],
    "art. 55, §§ 2º, I, e 3º, do CPC": ["cpc 55 i §2 §3"],
    "art. 180, § 5º, 2ª parte, do CP": ["cp 180 §5"],
    "sistemática do art. 543-C do CPC/1973": ["lei:5869 543-c"],
    "inciso III do artigo 4º da Resolução CNJ nº 305": ["resolucao:305 4 iii"],
    "enunciado sumular nº 235 do STJ e Enunciado 269 da Súmula do STJ": [
        "sumula:stj 235", "sumula:stj 269",
    ],
    "A Constituição da República de 1988 em seu Art. 5º, V, OU o Art. 6º, VI, do CDC": [
        "cf 5 v", "lei:8078 6 vi",
    ],
    "Cite o CP. Do artigo 40, I, da Lei 11.343/06 e do artigo 33, § 4º, da mesma lei": [
        "lei:11343 40 i", "lei:11343 33 §4",
    ],
    "o art. 28\u2011A do Código\u00a0de\u202fProcesso Penal": ["cpp 28-a"],
    "Segundo o art. 5.º da CF": ["cf 5"],
    "A Lei 9.784/99 o prevê, como se lê de seu art. 50, e não ofende o art. 5º, LV, da CF": [
        "lei:9784 50", "cf 5 lv",
    ],
    "O CPC o permite.\n1) Art. 90, § 4º: as custas.\nA lei ajuda (art. 827).": [
        "cpc 90 §4", "cpc 827",
    ],
    "arts. 12 e 13 da LO nº 4.320/1964": ["lei:4320 12", "lei:4320 13"],
    "Tema Repetitivo nº 1.087 do STJ; Tese do Tema 774": ["tema:stj 1087", "tema:any 774"],
}  # fmt: skip
"""What reading 2 reads otherwise than reading 1."""


def short(reference: Reference) -> str:
    return " ".join([reference.law, reference.number, *sorted(reference.parts)])


@pytest.mark.parametrize("text", READ)
def test_an_article_belongs_to_the_law_that_its_sentence_names(text: str) -> None:
    assert [short(each) for each in references(text)] == READ[text]


@pytest.mark.parametrize("text", READ_2)
def test_reading_2_reads_what_reading_1_misreads(text: str) -> None:
    assert [short(each) for each in references(text, 2)] == READ_2[text]
    assert [short(each) for each in references(text)] != READ_2[text]


@pytest.mark.parametrize("text", READ)
def test_reading_2_loses_nothing_that_reading_1_reads(text: str) -> None:
    assert [short(each) for each in references(text, 2)] == READ[text]


def test_a_precedent_without_a_court_is_that_of_any_and_of_one_court_of_no_other() -> None:
    [bare], [of_stf], [of_stj] = (
        references(f"Tema 774{court}", 2) for court in ("", " do STF", " do STJ")
    )

    assert bare.names(of_stf)
    assert of_stj.names(bare)
    assert not of_stf.names(of_stj)
    assert not references("Súmula 774", 2)[0].names(of_stf)


def test_a_question_says_which_reading_marks_its_answers() -> None:
    ask = {"at_most": 9}
    truth = {"citations": [{"row": "1", "text": "CTB", "points": "1", "provisions": [
        [{"law": "lei:9503", "number": "306", "parts": []}]]}]}  # fmt: skip
    answer = Response("Responde por embriaguez (CTB, art. 306).")

    credit = [
        mark(prepare({"ask": ask | more}, truth, {}), answer)[0]
        for more in ({}, {"reading": "citations/2"})
    ]

    assert credit == [0, 10**9]


def test_what_ou_parts_are_alternatives_and_what_c_c_joins_are_named_together() -> None:
    groups = alternatives("Art. 251, c/c o Art. 258, ou Art. 121, § 3º, todos do CP")

    assert [[short(each) for each in group] for group in groups] == [
        ["cp 251", "cp 258"], ["cp 121 §3"],
    ]  # fmt: skip


def test_naming_more_of_an_article_than_is_asked_earns_the_same() -> None:
    [named], [asked] = references("art. 5º, II e § 1º, da CF"), references("art. 5º, II, da CF")

    assert named.names(asked)
    assert not asked.names(named)


def test_what_an_adversary_writes_is_read_again() -> None:
    provisions = [
        Reference("cf", "170", frozenset({"§unico"})),
        Reference("lei:8429", "17-c", frozenset()),
        Reference("cp", "92", frozenset({"i", "b"})),
        Reference("sumula:tst", "428", frozenset({"i"})),
        Reference("sv:stf", "50", frozenset()),
        Reference("decreto:678", "2", frozenset()),
    ]

    assert references(as_text(provisions)) == provisions
    more = [*provisions, Reference("lei:9503", "306", frozenset()),
            Reference("tema:any", "774", frozenset())]  # fmt: skip
    assert references(as_text(more), 2) == more


@pytest.mark.parametrize("reading", [1, 2])
@pytest.mark.parametrize(
    "part",
    [
        "art. ",
        "art. 5, ",
        "§ ",
        "mesma lei ",
        "cpc, mesma lei, ",
        "§ 1, ",
        "i, ",
        "lei ",
        "súmula ",
        "1.000 ",
        ", a",
    ],
)
def test_a_long_answer_takes_a_time_that_grows_with_its_length(part: str, reading: int) -> None:
    def read(text: str) -> list[Reference]:
        return references(text, reading)

    assert growth_of(read, repeated(part), 4_096) <= MOST
