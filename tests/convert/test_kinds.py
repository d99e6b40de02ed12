"""Which file is which: by its name or by what it begins with; what is needed is asked for."""

from __future__ import annotations

import pytest
from drawn import DRAWN
from seeds import TASK_COLUMNS, case, cases, halacha_question, lines, only, refused

FINLAW = cases(case())["Finlaw_dataset.csv"]


@pytest.mark.parametrize(
    ("name", "path", "data", "place"),
    [
        ("trec", "qrels.txt", b"q1 0 d1 1.0\n", (1, "bad-grade")),
        ("trec", "q.txt", b"q1 0 d1\n", (1, "field-count")),
        ("legalagent", "s.jsonl", b'{"query": {"fact": "a", "meta": {\n', (1, "not-json")),
        ("legalagent", "eval_dataset_v4.jsonl", b'{"quary": 1}\n', (1, "unknown-key")),
        ("halachabench", "questions.jsonl", b'{"turns": [\n', (1, "not-json")),
        ("frenchlaw", "tasks.csv", ",".join(TASK_COLUMNS).replace("Rubric", "Rubrique").encode(),
         (1, "unknown-column")),
        ("frenchlaw", "g.csv", b"Documents,GroundTruth\na,{}\n", (1, "unknown-column")),
        ("finlaw", "Finlaw_dataset.csv", FINLAW.decode("utf-8-sig").encode("gbk"), (1, "utf8")),
        ("tlr", "tlr_bench_v1.json", b'{"query": []}\n', (0, "unknown-key")),
    ],
)  # fmt: skip
def test_a_file_of_a_known_name_or_beginning_shows_its_own_problem(
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
    data = b"input output\n1\n"
    named, bare = (only("disc", {path: data}) for path in ("disc/a.csv", "disc/.csv"))

    assert (named.code, named.line, named.got) == (bare.code, bare.line, bare.got)


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_files_of_another_format_are_named_with_what_is_needed(name: str) -> None:
    problem = only(name, {"notes.md": b"# Hello\n"})

    assert (problem.code, problem.got) == ("file-missing", "notes.md")
    assert problem.expected
    assert "digesta import --help" in problem.fix


def test_a_broken_run_is_refused_and_not_passed_over() -> None:
    problem = only("trec", {"qrels.txt": b"q1 0 d1 1\n", "r4.txt": b"q1 Q0 d1 1 0.5\n"})

    assert (problem.file, problem.line, problem.code) == ("r4.txt", 1, "field-count")


def test_a_second_file_of_a_kind_is_refused_with_the_first_s_name() -> None:
    data = lines([halacha_question()])

    problem = only("halachabench", {"a.jsonl": data, "b.jsonl": data})

    assert (problem.file, problem.code) == ("b.jsonl", "file-twice")
    assert problem.got == "a second file like a.jsonl"
