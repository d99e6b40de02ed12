"""Import after export keeps all that a format can hold, and the export names all that it cannot."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from drawn import DRAWN
from hypothesis import given, settings
from hypothesis import strategies as st
from seeds import case, cases, halacha_question, lines, task, tasks

from digesta_convert import CONVERTERS
from digesta_convert.shared.draft import Draft, as_files, from_files

NAMES = sorted(name for name in DRAWN if CONVERTERS[name].compose)
OF_AN_IMPORT: Mapping[str, set[str]] = {name: set() for name in NAMES} | {
    # Ids there are digests of what is written, in which an mcq's index has become a text.
    "halachabench": {"/question_id", "/cluster_id"},
    # Cases that no query or answer names any more.
    "legalagent": {"/cases/corpus.jsonl"},
}
"""What even an imported draft may lose."""


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(data=st.data())
def test_an_imported_draft_comes_back_whole(name: str, data: st.DataObject) -> None:
    converter = CONVERTERS[name]
    draft = converter.read(data.draw(DRAWN[name]))

    files, lost = converter.write(draft)
    again = converter.read(files)

    assert {loss.split()[1].rstrip(":") for loss in lost} <= OF_AN_IMPORT[name]
    if not lost:
        assert again == draft
    assert converter.write(again).files == files


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(data=st.data())
def test_what_a_maintainer_adds_comes_back_or_is_named_with_its_number(
    name: str, data: st.DataObject
) -> None:
    converter = CONVERTERS[name]
    draft = _edited(converter.read(data.draw(DRAWN[name])), data)

    files, lost = converter.write(draft)

    assert _numbers(lost) == _differing(draft, converter.read(files))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=10)
@given(data=st.data())
def test_a_draft_s_files_are_the_draft(name: str, data: st.DataObject) -> None:
    draft = CONVERTERS[name].read(data.draw(DRAWN[name]))

    assert from_files(as_files(draft)) == draft


def test_finlaw_cannot_hold_a_licence_a_difficulty_or_a_conversation() -> None:
    converter = CONVERTERS["finlaw"]
    draft = converter.read(cases(case(), case(序号="2"), case(序号="3")))
    first, second, third = draft.questions
    turns = [{"role": "system", "content": "Antworte."}, *first["turns"]]
    told = (first | {"license": "CC0-1.0", "turns": turns}, second | {"difficulty": "hard"}, third)

    _, lost = converter.write(replace(draft, questions=told))

    assert list(lost) == [
        "questions.jsonl /difficulty: left out, 1 of 3",
        "questions.jsonl /license: left out, 1 of 3",
        "questions.jsonl /turns: changed, 1 of 3",
    ]


def test_frenchlaw_cannot_hold_the_text_of_a_document_or_another_authority() -> None:
    converter = CONVERTERS["frenchlaw"]
    draft = converter.read(tasks(task(Documents="a.pdf")))
    refs = [*draft.truths[0]["source_refs"], {"work": "Code civil", "at": "1240"}]
    full = replace(
        draft,
        questions=(draft.questions[0] | {"shown_sources": [{"title": "a.pdf", "text": "Bail"}]},),
        truths=(draft.truths[0] | {"source_refs": refs},),
        track=draft.track | {"about": "Droit."},
    )

    _, lost = converter.write(full)

    assert list(lost) == [
        "questions.jsonl /shown_sources: changed, 1 of 1",
        "truths.jsonl /source_refs: changed, 1 of 1",
        "track /about: left out, 1 of 1",
    ]


def test_halachabench_fills_in_what_its_record_needs_and_says_so() -> None:
    converter = CONVERTERS["halachabench"]
    draft = converter.read({"questions.jsonl": lines([halacha_question()])})
    question = {k: v for k, v in draft.questions[0].items() if k != "attribution"}
    ask = {**question["ask"], "normaliser": "text/1"}

    _, lost = converter.write(replace(draft, questions=(question | {"ask": ask},)))

    assert "questions.jsonl /attribution: filled in, 1 of 1" in lost
    assert "questions.jsonl /ask/normaliser: left out, 1 of 1" in lost


def _numbers(lost: tuple[str, ...]) -> Counter[tuple[str, str]]:
    """Return how many lines lose something under each key of a line, by file."""
    told: Counter[tuple[str, str]] = Counter()
    for loss in lost:
        # Of an ask and a truth, several keys of a line may be named.
        match = re.fullmatch(r"(\S+) /([^/:]*)\S*: [a-z ]+, (\d+) of \d+", loss)
        assert match, loss
        told[match[1], match[2]] = max(told[match[1], match[2]], int(match[3]))
    return told


def _differing(draft: Draft, again: Draft) -> Counter[tuple[str, str]]:
    """Return how many lines differ under each key, each file compared as it stands."""
    pairs: dict[str, list[tuple[Any, Any]]] = {
        "questions.jsonl": list(zip(draft.questions, again.questions, strict=True)),
        "truths.jsonl": list(zip(draft.truths, again.truths, strict=True)),
        "track": [(draft.track, again.track)],
        "resources": [(_top(draft.resources), _top(again.resources))],
    }
    named = dict(zip((q["question_id"] for q in draft.questions), again.questions, strict=True))
    answers = again.answer_of()
    pairs["predictions.jsonl"] = [
        ({"answer": answer}, {"answer": answers.get(named[key]["question_id"], "no answer at all")})
        for key, answer in draft.answer_of().items()
    ]
    return Counter(
        (file, key)
        for file, compared in pairs.items()
        for old, new in compared
        for key in old.keys() | new.keys()
        if (key in old, old.get(key)) != (key in new, new.get(key))
        if (file, key) != ("truths.jsonl", "question_id")
    )


def _top(resources: Mapping[str, bytes]) -> dict[str, tuple[tuple[str, bytes], ...]]:
    """Return resources by the first part of their paths."""
    tops = sorted({path.split("/")[0] for path in resources})
    return {
        top: tuple(one for one in sorted(resources.items()) if one[0].startswith(f"{top}/"))
        for top in tops
    }


def _edited(draft: Draft, data: st.DataObject) -> Draft:
    """Fill in what a maintainer would, give some questions other ids and prompts, drop answers."""
    ids = {
        one["question_id"]: data.draw(st.sampled_from([one["question_id"], f"mine-{at}"]))
        for at, one in enumerate(draft.questions)
    }
    said = data.draw(st.sampled_from(["Other.", "违规事实：x", "披露日期：x\n违规事实：y"]))
    added: dict[str, Any] = {"license": "CC0-1.0", "attribution": "us"}
    refs = [{"work": "Another work", "at": "3"}]
    return replace(
        draft,
        questions=tuple(
            one
            | added
            | {
                "question_id": ids[one["question_id"]],
                "turns": [{"role": "user", "content": f"{said} {at}"}],
            }
            for at, one in enumerate(draft.questions)
        ),
        truths=tuple(
            one | {"question_id": ids[one["question_id"]], "source_refs": refs}
            for one in draft.truths
        ),
        predictions=tuple(
            one | {"question_id": ids[one["question_id"]]} for one in draft.predictions[1:]
        ),
        track=draft.track | {"about": "edited"},
    )
