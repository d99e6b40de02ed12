"""Which file is which: a broken first line is told where it stands, not as a file that lacks."""

from __future__ import annotations

import pytest
from drawn import DRAWN
from seeds import TASK_COLUMNS, case, cases, halacha_question, lines, only, refused

FINLAW = cases(case())["Finlaw_dataset.csv"]


@pytest.mark.parametrize(
    ("name", "path", "data", "place"),
    [
        ("trec", "q3.txt", b"q1 0 d1 1.0\n", (1, "bad-grade")),
        ("trec", "q.qrels", b"q1 0 d1\n", (1, "field-count")),
        ("trec", "q.txt", b"q1,0,d1,1\n", (1, "field-count")),
        ("legalagent", "s.jsonl", b'{"query": {"fact": "a", "meta": {\n', (1, "not-json")),
        ("legalagent", "s.jsonl", b'{"quary": 1}\n', (1, "unknown-key")),
        ("halachabench", "q.jsonl", b'{"turns": [\n', (1, "not-json")),
        ("frenchlaw", "t.csv", ",".join(TASK_COLUMNS).replace("Rubric", "Rubrique").encode(),
         (1, "unknown-column")),
        ("frenchlaw", "g.csv", b"Documents,GroundTruth\na,{}\n", (1, "unknown-column")),
        ("finlaw", "c.csv", FINLAW.decode("utf-8-sig").encode("gbk"), (1, "utf8")),
        ("finlaw", "c.csv", FINLAW.decode("utf-8-sig").replace(",", ";").encode(), (1, "csv")),
        ("tlr", "b.json", b'{"query": []}\n', (0, "unknown-key")),
    ],
)  # fmt: skip
def test_the_one_file_given_shows_its_own_problem(
    name: str, path: str, data: bytes, place: tuple[int, str]
) -> None:
    problems = refused(name, {path: data, "README.md": b"# Hello\n"})

    assert {one.file for one in problems} == {path}
    assert place in [(one.line, one.code) for one in problems]


def test_a_file_whose_name_no_draft_could_say_is_refused_by_its_name() -> None:
    problem = only("halachabench", {"questions\x01.jsonl": lines([halacha_question()])})

    assert (problem.code, problem.file) == ("file-name", "questions\x01.jsonl")
    assert str(problem).isprintable()


def test_a_file_whose_name_is_an_ending_alone_is_read_by_it() -> None:
    named, bare = (only("disc", {path: b"nis\n1\n"}) for path in ("disc/a.csv", "disc/.csv"))

    assert (named.code, named.line, named.got) == (bare.code, bare.line, bare.got)


def test_files_that_could_each_be_the_one_are_named_with_their_first_lines() -> None:
    problems = refused("halachabench", {"a.jsonl": b"\n[1\n", "b.jsonl": b"", "c.md": b"# C\n"})

    assert [(one.file, one.line, one.code) for one in problems] == [
        ("a.jsonl", 2, "not-recognised"), ("b.jsonl", 0, "not-recognised"),
    ]  # fmt: skip
    assert problems[0].got == "a first line that is none of the format's: [1"
    assert problems[1].got == "an empty file"


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_where_no_file_could_be_the_one_those_given_are_named(name: str) -> None:
    problem = only(name, {"notes.md": b"# Hello\n"})

    assert (problem.code, problem.got) == ("file-missing", "notes.md")


def test_a_broken_run_is_refused_and_not_passed_over() -> None:
    problem = only("trec", {"qrels.txt": b"q1 0 d1 1\n", "r4.txt": b"q1 Q0 d1 1 0.5\n"})

    assert (problem.file, problem.line, problem.code) == ("r4.txt", 1, "field-count")


def test_a_second_file_of_a_kind_is_refused_with_the_first_s_name() -> None:
    data = lines([halacha_question()])

    problem = only("halachabench", {"a.jsonl": data, "b.jsonl": data})

    assert (problem.file, problem.code) == ("b.jsonl", "file-twice")
    assert problem.got == "a second file like a.jsonl"
