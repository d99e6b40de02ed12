"""Problems are one ASCII line each, and teach."""

from __future__ import annotations

from digesta.errors import InputError, Problem, SubmissionError


def test_a_problem_says_where_what_and_what_now() -> None:
    problem = Problem(
        code="dup-id", file="predictions.jsonl", line=17, question_id="9f2a61c0",
        got="answered on line 4 already", expected="one line", fix="keep one line",
    )  # fmt: skip

    assert str(problem) == (
        "predictions.jsonl:17: dup-id; question 9f2a61c0; got answered on line 4 already; "
        "expected one line; fix: keep one line"
    )


def test_submitted_text_cannot_reach_a_terminal_or_a_ci_log() -> None:
    hostile = "\x1b[31m::set-output\nname=\u202e"

    said = str(Problem(code="key", file="a\nb", got=hostile))

    assert said.isascii()
    assert said.isprintable()


def test_long_values_are_cut() -> None:
    assert len(str(Problem(code="key", file="f", got="x" * 10_000))) < 300


def test_twenty_problems_are_listed_and_the_rest_counted() -> None:
    many = [Problem(code="key", file="f", line=n) for n in range(1, 31)]

    lines = str(InputError(many)).splitlines()

    assert len(lines) == 21
    assert lines[-1] == "30 problems, 10 of them not listed"


def test_a_problem_as_json_leaves_absent_fields_out() -> None:
    assert Problem(code="key", file="f").as_json() == {"code": "key", "file": "f"}


def test_one_problem_is_counted_in_the_singular() -> None:
    assert str(SubmissionError([Problem(code="key", file="f")])).endswith("1 problem")
