"""Logs of Inspect: samples out of archives and JSON, and no archive that harms."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from seeds import folder, only, sample_of

from digesta.metrics.exact import NANO
from digesta_convert import CONVERTERS
from digesta_convert.shared.marks import marks_of
from places import IMPORTS

INSPECT = CONVERTERS["inspect"]


def logged(**fields: Any) -> dict[str, Any]:
    made = {
        "id": 1,
        "epoch": 1,
        "input": "Which?",
        "choices": ["butter", "milk"],
        "target": "B",
        "output": {"completion": "ANSWER: B", "choices": []},
        "scores": {"choice": {"value": "C", "answer": "B"}},
        "events": [{"anything": None}],
    }
    return made | fields


def header(**fields: Any) -> dict[str, Any]:
    run = {"task": "law/siman", "model": "openai/m"}
    return {"version": 2, "status": "success", "eval": run} | fields


def log(*records: dict[str, Any], **fields: Any) -> dict[str, bytes]:
    return {"log.json": json.dumps(header(**fields) | {"samples": list(records)}).encode()}


def archive(members: dict[str, Any], way: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", way) as made:
        for name, value in members.items():
            made.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return out.getvalue()


def test_the_sample_of_the_tool_gives_its_questions_keys_and_whole_replies() -> None:
    draft = INSPECT.read(sample_of("inspect"))

    answers, truths = draft.answer_of(), draft.truth_of()
    assert answers["halacha_siman-2cce2d7cd0f1"] == "A) siman 371\n\nThe answer is A."
    assert truths["halacha_siman-2cce2d7cd0f1"]["truth"] == {"answer": "A"}
    assert truths["halacha_beracha-2148e614351e"]["truth"] == {"answer": "borei minei mezonot"}
    # By hand: the replies begin "A) siman …"; two add "The answer is A." The last key is D.
    letters = [
        row
        for question, row in zip(draft.questions, marks_of(draft), strict=True)
        if question["scorer"] == "letters"
    ]
    assert [row[0] == NANO for row in letters] == [True, True, True, False]
    assert "the answers are those of openai/smollm2" in draft.notes


def test_the_prompt_is_the_input_and_not_the_solver_s_wording_of_the_choices() -> None:
    draft = INSPECT.read(log(logged()))

    [question] = draft.questions
    assert question["turns"] == [{"role": "user", "content": "Which?"}]
    assert question["ask"] == {"choices": ["butter", "milk"], "readings": ["letters/6"]}
    assert (question["task"], draft.answer_of()) == ("siman", {"siman-1": "ANSWER: B"})


@pytest.mark.parametrize(
    ("sample", "truth", "answer"),
    [
        (logged(target=["A", "B"]), {"answer": "AB"}, "ANSWER: B"),
        (logged(target="milk"), {"answer": "B"}, "ANSWER: B"),
        (logged(choices=None, target=["1240", "art. 1240"]),
         {"answer": "1240", "accepted": ["art. 1240"]}, "B"),
        (logged(choices=None, target="x", scores={}), {"answer": "x"}, "ANSWER: B"),
        (logged(output={"choices": [{"message": {"content": [
            {"type": "reasoning", "reasoning": "Hm"}, {"type": "text", "text": "B"}]}}]}),
         {"answer": "B"}, "B"),
        (logged(output={"completion": "attachment://0a"}, attachments={"0a": "A long text: B"}),
         {"answer": "B"}, "A long text: B"),
        (logged(output={"choices": []}), {"answer": "B"}, None),
    ],
)  # fmt: skip
def test_keys_and_replies_are_read_where_the_log_has_them(
    sample: dict[str, Any], truth: dict[str, Any], answer: str | None
) -> None:
    draft = INSPECT.read(log(sample))

    assert draft.truths[0]["truth"] == truth
    assert draft.answer_of().get("siman-1") == answer


def test_samples_that_failed_are_counted_and_a_log_of_nothing_else_is_refused() -> None:
    failed = logged(id=2, output={"choices": []}, error={"message": "timeout"})

    draft = INSPECT.read(log(logged(), failed))

    assert draft.answer_of() == {"siman-1": "ANSWER: B"}
    told = "1 of 2 samples failed: Inspect leaves these out, and here their answers are missing"
    assert f"law/siman, openai/m: {told}" in draft.notes
    assert only("inspect", log(failed)).code == "no-answers"


def test_a_score_that_is_no_number_is_no_matter() -> None:
    draft = INSPECT.read(log(logged(scores={"choice": {"value": float("nan"), "answer": "B"}})))

    assert draft.answer_of() == {"siman-1": "ANSWER: B"}


def test_the_first_epoch_counts_and_a_run_that_broke_off_is_said_to() -> None:
    draft = INSPECT.read(log(logged(), logged(epoch=2), status="error"))

    added = draft.notes
    assert len(draft.questions) == 1
    assert "of law/siman the first epoch's; others are left out" in added
    assert "law/siman ended with error: what it did not reach is not here" in added


def test_an_archive_of_a_run_that_was_killed_is_read_by_its_journal() -> None:
    members = {"_journal/start.json": header(status="started"), "samples/1_epoch_1.json": logged()}

    draft = INSPECT.read({"a.eval": archive(members)})

    assert draft.answer_of() == {"siman-1": "ANSWER: B"}


@pytest.mark.parametrize(
    ("change", "code", "got"),
    [
        (lambda s: s.pop("target"), "missing-key", "no /samples/0/target"),
        (lambda s: s.update(target=[], choices=None), "bad-target",
         "target '' of sample 1"),
        (lambda s: s.update(input=[]), "bad-prompt", "roles []"),
        (lambda s: s.update(input=[{"role": "tool", "content": "x"}]), "bad-prompt",
         "roles ['tool']"),
        (lambda s: s.update(input=[{"role": "user", "content": [{"type": "image"}]}]),
         "bad-prompt", "a part of type image in sample 1"),
        (lambda s: s.update(output={"completion": "attachment://0a"}), "bad-value",
         "attachment://0a in sample 1"),
    ],
)  # fmt: skip
def test_a_bad_sample_is_told_with_its_place(
    change: Callable[[dict[str, Any]], None], code: str, got: str
) -> None:
    bad = logged()
    change(bad)

    problem = only("inspect", log(bad))

    assert (problem.file, problem.code, problem.got) == ("log.json", code, got)
    assert problem.fix


def test_a_sample_twice_and_a_second_log_of_a_task_are_refused() -> None:
    again = {"n.json": log(logged())["log.json"]}

    assert only("inspect", log(logged()) | again).code == "file-twice"
    assert only("inspect", log(logged(), logged())).code == "dup-id"


def test_choices_that_a_solver_shuffled_are_read_as_inspect_wrote_them_back() -> None:
    steps = {"steps": [{"solver": "multiple_choice", "params": {"shuffle": True}}]}

    draft = INSPECT.read(log(logged(), plan=steps))

    assert draft.questions[0]["ask"]["choices"] == ["butter", "milk"]
    assert [row[0] == NANO for row in marks_of(draft)] == [True]


# Archives --------------------------------------------------------------------------------------


def bomb() -> bytes:
    return archive({"header.json": header(), "samples/1.json": bytes(200 << 20)})


def understated() -> bytes:
    """Return an archive that states 10 bytes for a member of 200 MiB."""
    data = bomb()
    size = (200 << 20).to_bytes(4, "little")
    return data.replace(size, (10).to_bytes(4, "little"))


def zstandard() -> bytes:
    [data] = folder("more", IMPORTS / "inspect").values()
    return data


@pytest.mark.parametrize(
    ("make", "got"),
    [
        (bomb, "more"),
        (understated, "File name in directory"),
        (lambda: archive({f"samples/{n}.json": b"" for n in range(20_001)}), "20001 members"),
        (lambda: archive({"header.json": header()}, zipfile.ZIP_LZMA), "header.json, packed"),
        (lambda: archive({"header.json": header()})[:-30], "File is not a zip file"),
        (lambda: zstandard().replace(b"\x28\xb5\x2f\xfd", b"\x28\xb5\x2f\xfe"), ""),
        (lambda: b"PK\x03\x04", "File is not a zip file"),
        (lambda: archive({"other.json": header()}), "no header.json in it"),
    ],
    ids=["bomb", "understated", "members", "lzma", "torn", "frames", "empty", "no header"],
)
def test_an_archive_that_is_none_or_too_large_is_refused(
    make: Callable[[], bytes], got: str
) -> None:
    problem = only("inspect", {"a.eval": make()})

    assert (problem.file, problem.code in ("archive", "file-missing")) == ("a.eval", True)
    assert got in problem.got or problem.got.startswith("Bad CRC") or "samples" in problem.got


def test_a_member_whose_name_no_draft_could_say_is_refused() -> None:
    members = {"header.json": header(), "samples/1\x1f_epoch_1.json": logged()}

    problem = only("inspect", {"log.eval": archive(members)})

    assert (problem.code, problem.file) == ("archive", "log.eval")


def test_a_member_s_fault_is_told_by_archive_and_member() -> None:
    members = {"header.json": header(), "samples/1_epoch_1.json": b"{"}

    problem = only("inspect", {"a.eval": archive(members)})

    assert (problem.file, problem.code) == ("a.eval/samples/1_epoch_1.json", "not-json")


def test_what_zstandard_packed_is_read_where_that_is_installed_else_the_way_out_is_told() -> None:
    files = folder("more", IMPORTS / "inspect")

    try:
        import backports.zstd  # type: ignore[import-not-found,unused-ignore] # noqa: F401
    except ModuleNotFoundError:
        problem = only("inspect", files)
        assert problem.got == "members packed by Zstandard"
        assert "inspect log convert --to json" in problem.fix
    else:
        assert len(INSPECT.read(files).answer_of()) == 4


@pytest.mark.parametrize(
    ("samples", "code"),
    [([], "no-answers"), ([{"epoch": 2}], "no-answers"), ([{"target": "1"}], "bad-target"),
     ([{"choices": ["only"], "target": "A"}], "bad-target"),
     ([{"choices": [f"{n}" for n in range(27)], "target": "AA"}], "bad-target")],
)  # fmt: skip
def test_a_log_that_leaves_no_question_or_no_choice_of_one_is_refused(
    samples: list[dict[str, Any]], code: str
) -> None:
    assert only("inspect", log(*(logged(**each) for each in samples))).code == code


def test_a_key_of_small_letters_is_one_of_letters_and_an_invalidated_log_says_so() -> None:
    draft = INSPECT.read(log(logged(target="b"), invalidated=True))

    assert [each["truth"] for each in draft.truths] == [{"answer": "B"}]
    assert "law/siman has samples that were invalidated: run it again" in draft.notes
