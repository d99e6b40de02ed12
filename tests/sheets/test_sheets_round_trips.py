"""What is packed, filled in and unpacked says what was filled in, and earns what it is worth."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
import zipfile
from dataclasses import replace
from typing import Any

import openpyxl
import pytest
from filling import FILL, back, fill_csv, fill_xlsx, in_cell, toy, toy_sheet
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from digesta.canonical import canonical_bytes
from digesta.cli.options import app
from digesta.errors import SubmissionError
from digesta.records.question import Question
from digesta.scorers import SCORERS, scorer_named
from digesta.scorers.base import Response
from digesta.sheets import pack_files, pack_sheet
from digesta.sheets.answers import form_of
from digesta.sheets.base import NAMES, WORDS, own_name, trim
from digesta.sheets.questions import COLUMNS
from digesta.text.formulas import guard, unguard
from digesta_legal.temporal.answer_records import KINDS
from places import ROOT
from world import lines_of

RELEASE = "2026-11-22.4"
FORMATS = sorted(FILL)


def digesta(*arguments: Any) -> str:
    done = CliRunner().invoke(app, [str(one) for one in arguments])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def right_answers(track: str) -> dict[str, Any]:
    folder = ROOT / "releases" / RELEASE
    asked = {q["question_id"]: q for q in lines_of(folder / "questions.jsonl")}
    found = {}
    for one in lines_of(folder / "truths.jsonl"):
        question, truth = asked[one["question_id"]], one["truth"]
        if question["track"] != track:
            continue
        if question["scorer"] == "temporal":
            keys = KINDS[question["ask"]["kind"]].answer.model_fields
            found[one["question_id"]] = {k: v for k, v in truth.items() if k in keys}
        else:
            found[one["question_id"]] = truth["answer"]
    return found


@pytest.mark.parametrize("scorer", ["closed", "extraction", "penalty", "retrieval", "rubric"])
@pytest.mark.parametrize("form", FORMATS)
def test_an_answer_in_a_sheet_earns_what_it_earns_in_a_file(scorer: str, form: str) -> None:
    *lines, _ = lines_of(ROOT / "tests" / "golden" / f"{scorer}.jsonl")
    extra = {"split": "public", "track": "toy", "category": "sight", "license": "CC-BY-4.0",
             "attribution": "t", "cluster_id": "c-001", "released": "2026-02-05",
             "difficulty": "easy", "scorer": scorer, "language": "en"}  # fmt: skip
    asked, answers, marked = [], {}, 0
    for line in lines:
        question = Question.model_validate(extra | line["question"])
        if line["answer"] is None or not _can_stand(line["answer"], form_of(question)):
            continue
        asked.append(question)
        answers[question.question_id] = line["answer"]

    found = back(FILL[form](pack_sheet(toy_sheet(asked), form), answers), form, asked)

    for line in lines:
        key = line["question"]["question_id"]
        if key in found:
            folder = ROOT / "tests" / "golden" / scorer
            shared = {p.relative_to(folder).as_posix(): p.read_bytes()
                      for p in folder.rglob("*") if p.is_file()}  # fmt: skip
            given_ = shared | line.get("resources", {})
            prepared = scorer_named(scorer).prepare(line["question"], line["truth"], given_)
            beside = line.get("verdict"), tuple(line.get("passages", ()))
            one = scorer_named(scorer).mark(prepared, Response(line["answer"], *beside))
            two = scorer_named(scorer).mark(prepared, Response(found[key], *beside))
            marked += 1
            assert two == one, (line["answer"], found[key])
    assert marked >= 3


def _can_stand(answer: Any, form: str) -> bool:
    """Return whether a cell can say an answer: an index or a wrong type has no cell."""
    if form == "object":
        return isinstance(answer, dict)
    return isinstance(answer, str) and (form != "boolean" or bool(answer.strip()))


# Any text -------------------------------------------------------------------------------------

TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Cn", "Mn"])
    | st.sampled_from("\n\t=+-@'\",;_x0041_\u05d0\u05b0\u200f\u00a0“”"),
    max_size=40,
)
ASKED = [one for one in toy(1) if one.task == "colour"]


@settings(derandomize=True, max_examples=25, deadline=None)
@given(TEXTS)
@pytest.mark.parametrize("form", FORMATS)
def test_any_text_comes_back_as_it_was_written(form: str, text: str) -> None:
    key = ASKED[0].question_id

    found = back(FILL[form](pack_sheet(toy_sheet(ASKED), form), {key: text}), form, ASKED)

    assert found[key] == (trim(text) or None)


SPOILT = ("a", "=1+1", "'=1", "-5", "@x", "it’s", "a\u200fb", "_x0041_", "a,b;c\td", 'say "x"',
          "two\nlines", "ש\u05b8לום", "1/2", "007", "TRUE",
          "a;=1", "a\n=1;'-b")  # fmt: skip


@pytest.mark.parametrize("text", SPOILT)
@pytest.mark.parametrize("form", FORMATS)
def test_texts_that_spreadsheets_spoil_come_back_exactly(form: str, text: str) -> None:
    key = ASKED[0].question_id

    assert (
        back(FILL[form](pack_sheet(toy_sheet(ASKED), form), {key: text}), form, ASKED)[key] == text
    )


@settings(derandomize=True, deadline=None)
@given(TEXTS)
def test_the_guard_against_formulas_is_taken_off_exactly(text: str) -> None:
    assert unguard(guard(text)) == text
    assert guard(text)[:1] not in set("=+-@\t\r") - {""}


# What a sheet looks like ----------------------------------------------------------------------


def asked_in(language: str, **ask: Any) -> Question:
    return toy(1)[0].model_copy(
        update={"language": language, "ask": ask or {"answer_type": "boolean"}}
    )


@pytest.mark.parametrize("form", [*FORMATS, "html"])
def test_the_same_questions_give_the_same_bytes_at_any_time(form: str) -> None:
    code = (
        "import sys,hashlib\nfrom filling import *\n"
        f"sys.stdout.write(hashlib.sha256(pack_sheet(toy_sheet(), {form!r})).hexdigest())"
    )
    path = [str(ROOT / "toolkit"), str(ROOT / "tests"), str(ROOT / "tests" / "sheets")]
    made = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env={"PYTHONPATH": ":".join(path), "PYTHONHASHSEED": seed, "TZ": zone},
        ).stdout
        for seed, zone in (("0", "UTC"), ("1", "Asia/Jerusalem"))
    }  # fmt: skip

    assert len(made) == 1


def test_no_member_of_the_zip_has_a_time_or_a_compression() -> None:
    archive = zipfile.ZipFile(io.BytesIO(pack_sheet(toy_sheet(), "xlsx")))

    assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert {one.compress_type for one in archive.infolist()} == {zipfile.ZIP_STORED}
    assert b"created" not in archive.read("docProps/core.xml")


def test_a_question_that_begins_with_a_sign_of_a_formula_is_text() -> None:
    turn = {"role": "user", "content": "=HYPERLINK(1)"}
    asked = Question.model_validate(toy(1)[0].as_json() | {"turns": [turn]})

    book = zipfile.ZipFile(io.BytesIO(pack_sheet(toy_sheet([asked]), "xlsx")))
    sheets = b"".join(book.read(n) for n in book.namelist() if "worksheets/" in n)

    assert b"=HYPERLINK" in sheets
    assert b"<f>" not in sheets
    assert b"'=HYPERLINK" in pack_sheet(toy_sheet([asked]), "csv")


def test_a_text_longer_than_a_cell_is_printed_beside_the_workbook() -> None:
    turn = {"role": "user", "content": "x" * 32_768}
    long, short = toy(1)[0].as_json() | {"turns": [turn]}, toy(1)[1]
    asked = [Question.model_validate(long), short]

    files = pack_files(toy_sheet(asked), "s.xlsx")

    assert list(files) == ["s.xlsx", "s.html"]
    page = files["s.html"].decode()
    assert ("x" * 32_768 in page, page.count("<section")) == (True, 1)
    book = openpyxl.load_workbook(io.BytesIO(files["s.xlsx"]))["answers"]
    shown = str(book["C2"].value)
    assert shown.endswith(f" … (whole in s.html, {asked[0].question_id})")
    answered = fill_xlsx(files["s.xlsx"], {asked[0].question_id: "red"})
    assert back(answered, "xlsx", asked)[asked[0].question_id] == "red"
    assert [*pack_files(toy_sheet(asked), "s.csv")] == ["s.csv"]


def test_hebrew_is_aligned_to_the_right_and_ids_are_grey() -> None:
    import openpyxl

    data = pack_sheet(toy_sheet([asked_in("he")]), "xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[1]

    assert sheet.freeze_panes == "A2"
    assert sheet["C2"].alignment.readingOrder == 2
    assert sheet["C2"].alignment.wrap_text
    assert sheet["A2"].fill.fgColor.rgb == "FFE7E7E7"
    assert sheet["E2"].number_format == "@"
    assert b'<p dir="rtl">' in pack_sheet(toy_sheet([asked_in("he")]), "html")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "yes or no"), ("he", "כן או לא"), ("fr", "oui ou non"), ("pt-BR", "sim ou não"),
     ("zh", "是或否"), ("de", "ja oder nein"), ("it", "yes or no")],
)  # fmt: skip
def test_the_form_of_the_answer_is_told_in_the_question_s_language(
    language: str, said: str
) -> None:
    assert said in pack_sheet(toy_sheet([asked_in(language)]), "csv").decode()


@pytest.mark.parametrize("language", sorted(NAMES))
def test_a_sheet_is_named_in_the_language_of_its_questions_and_read_back_so(language: str) -> None:
    asked = [asked_in(language)]
    data = pack_sheet(toy_sheet(asked), "csv")
    [*head, header, _] = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))

    names = NAMES[language]
    keys = [row[0] for row in head if row[0] != f"{names['notice']} (en)"]
    assert [names[own_name(key)] for key in keys] == keys
    assert {row[1] for row in head} >= {names["public"], names["all"]}
    assert [own_name(name) for name in header] == list(COLUMNS["answers"])
    assert not {"Fill", "column", "remove"} & set(head[-1][1].split())
    given = {asked[0].question_id: "red"}
    assert back(fill_csv(data, given), "csv", asked) == given


def test_a_word_of_a_sheet_names_one_thing() -> None:
    for language, names in NAMES.items():
        assert {own_name(word): word for word in names.values()} == names, language
        assert names.keys() == NAMES["de"].keys()


def test_every_language_says_the_same_things() -> None:
    assert {frozenset(words) for words in WORDS.values()} == {frozenset(WORDS["en"])}


def test_units_choices_labels_and_sources_are_shown() -> None:
    source = {"shown_sources": [{"title": "A", "text": "a text"}]}
    one = Question.model_validate(
        asked_in("he", answer_type="numeric", unit="days").as_json() | source
    )
    two = asked_in("en", answer_type="mcq", choices=["red", "blue"], labels=["A", "B"])

    text = pack_sheet(toy_sheet([one, two]), "csv").decode()

    assert "בלי היחידה: ימים" in text
    assert "קטעים:\n\nA: a text" in text
    assert "Choices:\nA: red\nB: blue" in text


def test_fields_and_labels_that_a_resource_holds_are_shown() -> None:
    from digesta.sheets import about

    shared = ROOT / "tests/golden"
    for scorer, ask, path, said in (
        ("penalty", {"vocabulary": "finlaw/1"}, "penalty/finlaw/vocabulary.json", "罚款"),
        ("extraction", {"schema": "cession_actions/1"},
         "extraction/cession_actions/schema.json", "/prix_de_cession/montant"),
    ):  # fmt: skip
        question = asked_in("fr", **ask).model_copy(update={"scorer": scorer})
        name = path.partition("/")[2]
        assert said in about(question, {name: (shared / path).read_bytes()}).how


def test_a_golden_answer_that_no_cell_can_say_is_refused_not_guessed() -> None:
    asked = [asked_in("en", answer_type="json", schema={"type": "object"})]
    data = fill_csv(pack_sheet(toy_sheet(asked), "csv"), {asked[0].question_id: in_cell([1])})

    with pytest.raises(SubmissionError, match="not-object"):
        back(data, "csv", asked)


def test_a_line_of_predictions_is_canonical() -> None:
    asked = [asked_in("en", answer_type="json", schema={"type": "object"})]
    data = fill_csv(
        pack_sheet(toy_sheet(asked), "csv"), {asked[0].question_id: '{"b": 1.0, "a": 2}'}
    )

    assert canonical_bytes(back(data, "csv", asked)[asked[0].question_id]) == b'{"a":2,"b":1}'


@pytest.mark.parametrize(("cell", "answer"), [("red", "red"), ('{"a": 1}', {"a": 1})])
def test_a_scorer_that_says_nothing_of_sheets_is_answered_by_text_or_json(
    cell: str, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(scorer_named("closed"), sheet=None)
    for module in ("questions", "answers"):
        monkeypatch.setattr(f"digesta.sheets.{module}.scorer_named", lambda _name: bare)
    sheet = pack_sheet(toy_sheet(ASKED), "csv")

    assert WORDS["en"]["open"] in sheet.decode().replace('""', '"')
    key = ASKED[0].question_id
    assert back(fill_csv(sheet, {key: cell}), "csv", ASKED)[key] == answer


def test_every_scorer_of_ours_says_how_its_answers_stand_in_a_sheet() -> None:
    assert [name for name in SCORERS if scorer_named(name).sheet is None] == []
