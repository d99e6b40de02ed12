"""Bad input is refused whole: every problem with file, row, column, what it is, how to mend it."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from drawn import DRAWN
from hypothesis import given, settings
from hypothesis import strategies as st
from seeds import (
    case,
    cases,
    csv_file,
    only,
    refused,
    task,
    tasks,
)

from digesta.errors import InputError
from digesta_convert import CONVERTERS
from digesta_convert.shared.names import name_of
from growth import MOST, growth_of, repeated


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_no_file_of_the_benchmark_is_told_with_what_it_would_be(name: str) -> None:
    problem = only(name, {"README.md": b"# Hello\n"})

    assert problem.code == "file-missing"


@pytest.mark.parametrize("name", sorted(DRAWN))
@settings(max_examples=30)
@given(data=st.data())
def test_damaged_files_are_read_or_refused_and_nothing_else_happens(
    name: str, data: st.DataObject
) -> None:
    files = data.draw(DRAWN[name])
    path = data.draw(st.sampled_from(sorted(files)))
    raw = bytearray(files[path])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.sampled_from([b"", b"null", b'"', b"\n", b"\x00", b"\xff", b"[", b"}", b",", b"-1"])
        )

    try:
        draft = CONVERTERS[name].read(files | {path: bytes(raw)})
    except InputError as error:
        refusal = error.problems
    else:
        refusal = ()
        assert len(draft.truths) == len(draft.questions)
    assert all(one.file and one.code for one in refusal)


# The rubric grammar ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("S2 (1,5pt) : Décimale", "decimal point"),
        ("S2 (+1pt) : Plus", "plus sign"),
        ("s2 (1pt) : minuscule", "capitals"),
        ("et la suite de la ligne", "ID (Npt)"),
        ("S2 (1pt) sans deux-points", "ID (Npt)"),
        ("S2 (1pt) :", "ID (Npt)"),
        ("S2 : sans points", "points in brackets"),
        ("[Fond]", "[Structure]"),
        ("S2 (-1pt) : négatif ici", "points over 0"),
        ("S1 (1pt) : encore S1", "each id once"),
        ("S2 (1pt) (max 2pts) : plafond", "cap and evidence"),
        ("S2 (0pt) : rien", "points over 0"),
        ("ABCDEFGHI1 (1pt) : id trop long", "a text like"),
    ],
)
def test_a_line_that_the_original_passes_over_is_a_located_problem(
    line: str, expected: str
) -> None:
    rubric = f"[Structure]\nS1 (1pt) : Plan\n{line}"

    problem = only("frenchlaw", tasks(task(), task(Number="2", Rubric=rubric)))

    # A row's cells may span lines: the row begins on the line that is told.
    assert (problem.code, problem.file, problem.line) == ("rubric", "tasks.csv", 6)
    assert problem.got.startswith("column Rubric: ")
    assert expected in problem.expected


def test_an_item_before_any_section_and_an_empty_rubric_are_problems() -> None:
    early = only("frenchlaw", tasks(task(Rubric="S1 (1pt) : Plan\n[Style]\nST1 (1pt) : Ton")))
    empty = only("frenchlaw", tasks(task(Rubric="\n\n")))

    assert early.expected == "a section before the first item"
    assert empty.code == "bad-cell"


def test_every_bad_line_of_every_row_is_told_in_one_go() -> None:
    rows = [
        task(Number=str(n), Rubric="[Style]\nx\ny\nST1 (1pt) : Ton", Category="Pénal")
        for n in range(1, 4)
    ]

    problems = refused("frenchlaw", tasks(*rows))

    assert len(problems) == 9
    assert {one.code for one in problems} == {"rubric", "bad-cell"}


# CSV -------------------------------------------------------------------------------------------


def test_a_misspelt_category_is_told_with_the_nearest() -> None:
    problem = only("frenchlaw", tasks(task(Category="Contentieu")))

    assert problem.nearest == "Contentieux"


def test_a_byte_order_mark_is_refused_where_the_original_fails_on_it() -> None:
    files = tasks(task())

    problem = only("frenchlaw", {"tasks.csv": b"\xef\xbb\xbf" + files["tasks.csv"]})

    assert problem.code == "bom"


def test_a_byte_order_mark_is_no_matter_where_the_original_reads_it() -> None:
    with_mark = cases(case())["Finlaw_dataset.csv"]

    without = CONVERTERS["finlaw"].read({"a.csv": with_mark.removeprefix(b"\xef\xbb\xbf")})

    assert without.questions == CONVERTERS["finlaw"].read({"a.csv": with_mark}).questions


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: data + b"2,x\r\n", "cell-count"),
        (lambda data: data + b'"open', "csv"),
        (lambda data: data + b'"a"b,c\r\n', "csv"),
        (lambda data: data.replace("某银行".encode(), b"\xff"), "utf8"),
        (lambda data: data.replace("某银行".encode(), b"\x00"), "control"),
        (lambda data: data.replace("某银行".encode(), b"\xef\xbf\xbe"), "noncharacter"),
        (lambda data: data.replace("当事人类型".encode(), "当事人".encode(), 1), "dup-column"),
        (lambda data: data.replace("所属总行".encode(), "所属银行".encode(), 1), "unknown-column"),
    ],
)
def test_broken_csv_is_refused_with_its_code(change: Any, code: str) -> None:
    data = change(cases(case())["Finlaw_dataset.csv"])

    assert code in {one.code for one in refused("finlaw", {"a.csv": data})}


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        ({"披露日期": "2018-3-9"}, "披露日期"),
        ({"处罚日期": "2018/2/30"}, "处罚日期"),
        ({"罚没金额分组": "严重"}, "罚没金额分组"),
        ({"违规事实": " "}, "违规事实"),
        ({"序号": ""}, "序号"),
    ],
)
def test_a_bad_cell_of_a_case_is_told_by_line_and_column(
    cells: dict[str, str], column: str
) -> None:
    problem = only("finlaw", cases(case(序号="9"), case(**cells)))

    assert (problem.line, problem.code) == (3, "bad-cell")
    assert f", {column}: " in problem.got


def test_a_case_without_a_grade_is_no_problem_but_something_to_add() -> None:
    draft = CONVERTERS["finlaw"].read(cases(case(罚没金额分组="")))

    assert "no truth/penalty_level" in {one.got for one in draft.lacks}


def test_truths_that_are_no_json_object_are_told_by_row() -> None:
    rows = [
        {"Document": f"{at}.pdf", "GroundTruth": cell}
        for at, cell in enumerate(['{"a": 1}', "{", "[1]", '{"a": 1, "a": 2}', '{"a": [null]}'])
    ]

    problems = refused("frenchlaw", {"g.csv": csv_file(("Document", "GroundTruth"), rows)})

    assert [(one.line, one.code) for one in problems] == [
        (3, "not-json"), (4, "bad-cell"), (5, "dup-key"), (6, "bad-cell"),
    ]  # fmt: skip


def test_answers_of_two_models_are_refused() -> None:
    results = [
        {"task_number": 1, "model_id": name, "response": "x", "error": None} for name in "ab"
    ]
    files = tasks(task()) | {"results.json": json.dumps({"task_results": results}).encode()}

    assert {one.code for one in refused("frenchlaw", files)} == {"several-models", "dup-id"}


# Size ------------------------------------------------------------------------------------------


def test_rows_are_read_in_linear_time() -> None:
    def rows(number: int) -> dict[str, bytes]:
        return cases(*(case(序号=str(n)) for n in range(1, number + 1)))

    assert growth_of(CONVERTERS["finlaw"].read, rows, 100) <= MOST


@pytest.mark.parametrize("unit", ["[", "《", "S1 (1pt", "第", "\u0301", "、"])
def test_hostile_cells_cost_no_more_than_their_length(unit: str) -> None:
    def read(text: str) -> None:
        for name, files in (
            ("finlaw", cases(case(法律依据=text, 处罚类型=text))),
            ("frenchlaw", tasks(task(Rubric=f"[Style]\n{text}"))),
        ):
            with suppress(InputError):
                CONVERTERS[name].read(files)

    assert growth_of(read, repeated(unit)) <= MOST


def test_names_are_safe_and_never_empty() -> None:
    assert [name_of(title) for title in ("Droit Privé", "CON", "ברכות", "///")] == [
        "droit_prive", "t" + name_of("CON")[1:], name_of("ברכות"), name_of("///"),
    ]  # fmt: skip
    assert len({name_of("ברכות"), name_of("///"), name_of("CON")}) == 3
