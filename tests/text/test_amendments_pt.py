# ruff: noqa: E501 - rows of tables
"""Names of Brazilian amendments: one canonical form, and never one that was not written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.text import NORMALISERS, normaliser_named
from digesta.text.amendments_pt import br_amendment_1, br_amendment_2, in_order_of_number
from digesta.text.text_numbers import numbered_text_2
from growth import MOST, growth_of, repeated


@pytest.mark.parametrize(
    "written",
    [
        "EC 59", "ec 59", "ec_59", "EC-59", "EC59", "EC 059", "EC. 59", "emc_59", "EMC 59",
        "EC nº 59/2009", "EC n° 59/2009", "EC n.º 59/2009", "EC n. 59", "EC no 59", "EC Nº59",
        "EC № 59", "EC 59/09", "EC 59 / 2009", "(EC 59)", " EC\u00a059. ", "EC nº 59 (2009)",
        "Emenda Constitucional nº 59, de 2009", "Emenda Constitucional 59",
        "EMENDA CONSTITUCIONAL Nº 59, DE 11 DE NOVEMBRO DE 2009", "Emenda nº 59",
        "Emenda Constitucional nº 59, de 1º de julho de 2009", "Emenda\nConstitucional\tnº 59",
        "Constitutional Amendment No. 59 of 2009", "Constitutional Amendment 59", "Amendment 59",
        "Constitutional Amendment No. 59, of November 11, 2009", "CA 59/2009",
        "Constitutional Amendment number 59 of 11 November 2009", "E.C. 59", "E.C.59",
        "e. c. nº 59", "E.M.C. 59", "Emenda Constitucional n° 59 de 11/11/2009",
        "EC 59, de 11.11.2009", "EC 59 (11-11-2009)", "EC 59, de 11 de marco de 2009",
    ],
)  # fmt: skip
def test_every_usual_spelling_of_an_amendment_is_one(written: str) -> None:
    assert br_amendment_1(written) == "EC 59"


@pytest.mark.parametrize(
    "written",
    [
        "ECR 3", "ecr_3", "emr_3", "EMR 3", "ECR nº 3/1994", "ECR nº 3/94", "Emenda de Revisão 3",
        "Emenda Constitucional de Revisão nº 3, de 1994", "Revision Amendment No. 3",
        "Emenda Constitucional de Revisa\u0303o nº 3, de 7 de junho de 1994",
        "Emenda Constitucional de Revisao nº 3", "Emenda de Revisao 3", "E.C.R. 3/94",
        "Constitutional Amendment of Revision No. 3", "Constitutional Revision Amendment 3",
    ],
)  # fmt: skip
def test_an_amendment_of_revision_is_another_one(written: str) -> None:
    assert br_amendment_1(written) == "ECR 3" != br_amendment_1("EC 3")


@pytest.mark.parametrize(
    "written",
    [
        "", "59", "EC", "EC 0", "EC 00000059", "EC 12345", "EC ５９", "EC 5 9", "EC 59-A",
        "EC 59/60", "EC 59/20090", "EC 58 e 59", "EC 58, EC 59", "EC 59, de 32", "Lei 59",
        "ec_ec_59", "EC nº", "ECX 59", "XEC 59", "EC R 3", "EC -", "EC 59 anos",
        "EC 59, de 11 de brumário de 2009", "EC ٥٩",
        "EC 59, de 11/11-2009", "EC 59, de 11/11/20090", "E.C.",
    ],
)  # fmt: skip
def test_what_names_no_amendment_or_two_stays_as_it_is_folded(written: str) -> None:
    given_ = br_amendment_1(written)

    assert given_ == NORMALISERS["text/1"](written)
    assert not given_.startswith("EC")


@given(st.integers(1, 9999), st.sampled_from(["EC", "ECR"]))
def test_canonical_names_are_their_own_form(number: int, kind: str) -> None:
    assert br_amendment_1(f"{kind} {number}") == f"{kind} {number}"


PIECES = st.sampled_from(
    ["EC", "ECR", "emenda ", "constitucional ", "de revisão ", "nº", " ", "_", "0", "59", "/",
     "2009", ", de ", "11 de novembro de ", "(", ")", "．", "é", "\u0301", "x"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=8).map("".join) | st.text(max_size=20))
def test_the_normaliser_is_idempotent(text: str) -> None:
    once = br_amendment_1(text)

    assert br_amendment_1(once) == once


def test_it_is_registered_under_its_name_and_version() -> None:
    assert normaliser_named("br-amendment/1") is br_amendment_1


@pytest.mark.parametrize("piece", ["EC ", "0", "emenda constitucional ", ", de ", "n.º", " _"])
def test_a_long_name_is_read_in_linear_time(piece: str) -> None:
    assert growth_of(br_amendment_1, repeated(piece, "EC ")) <= MOST


def test_names_stand_in_order_of_kind_and_number() -> None:
    names = ["EC 10", "lei 1", "ECR 2", "EC 9", "ECR 11", "EC 99999", "EC ²"]

    ordered = sorted(names, key=in_order_of_number)

    assert ordered == ["EC 9", "EC 10", "ECR 2", "ECR 11", "EC 99999", "EC ²", "lei 1"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Emenda Constitucional (EC) nº 29", "EC 29"), ("94th Amendment", "EC 94"),
        ("the 94th Constitutional Amendment", "EC 94"), ("29ª Emenda Constitucional", "EC 29"),
        ("Emenda Constitucional de Revisão (ECR) nº 3", "ECR 3"), ("EC nº 29", "EC 29"),
        ("Constitutional Amendment (CA) No. 29, of 2000", "EC 29"), ("94th street", "94th street"),
        ("Lei (EC) 29", "lei (ec) 29"), ("94th and 95th Amendment", "94th and 95th amendment"),
    ],
)  # fmt: skip
def test_the_second_version_reads_brackets_and_ordinals_too(text: str, name: str) -> None:
    assert br_amendment_2(text) == name
    assert br_amendment_2(name) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Loi n° 2015/990", "2015-990"), ("Loi 2013 - 1278", "2013-1278"), ("2016-1088", "2016-1088"),
        ("loi n°2016-388 du 5 mars 2018", "2016-388"), ("Loi 2013 – 1278", "2013-1278"),
        ("01/12/2016", "01/12/2016"), ("2016-08-10", "2016-08-10"), ("2016 - 08 - 10", "2016 - 08 - 10"),
        ("lois 2016-1088 et 2018/771", "lois 2016-1088 et 2018/771"),
    ],
)  # fmt: skip
def test_the_second_version_of_numbered_texts_reads_slashes_and_spaces(
    text: str, name: str
) -> None:
    assert numbered_text_2(text) == name
