"""Import after export is the identity: for every draft that an import gives, and edited ones."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from drawn import DRAWN
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.errors import ReleaseError
from digesta.interchange import IMPORTERS, Draft, as_files, from_files

NAMES = sorted(DRAWN)


def test_every_importer_is_tested_here() -> None:
    assert list(IMPORTERS) == NAMES


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(data=st.data())
def test_import_after_export_gives_the_imported_draft_again(name: str, data: st.DataObject) -> None:
    importer = IMPORTERS[name]
    draft = importer.read(data.draw(DRAWN[name]))

    files = importer.write(draft)
    again = importer.read(files)

    assert _without_places(again) == _without_places(draft)
    assert importer.write(again) == files


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(data=st.data())
def test_an_imported_draft_needs_no_file_beside_the_benchmark_s_own(
    name: str, data: st.DataObject
) -> None:
    importer = IMPORTERS[name]

    files = importer.write(importer.read(data.draw(DRAWN[name])))

    assert set(json.loads(files.get("digesta.json", b"{}"))) <= _MAY_STAND_BESIDE[name]


_MAY_STAND_BESIDE: dict[str, set[str]] = {name: set() for name in NAMES} | {
    # Cases that no query or answer names any more.
    "legalagent": {"format", "resources"},
}


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_what_a_maintainer_adds_to_a_draft_survives(name: str, data: st.DataObject) -> None:
    importer = IMPORTERS[name]
    draft = _edited(importer.read(data.draw(DRAWN[name])), data)

    again = importer.read(importer.write(draft))

    assert _without_todo(again) == _without_todo(draft)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=10)
@given(data=st.data())
def test_a_draft_s_files_are_the_draft(name: str, data: st.DataObject) -> None:
    draft = IMPORTERS[name].read(data.draw(DRAWN[name]))

    assert from_files(as_files(draft)) == draft


@pytest.mark.parametrize(
    "overlay",
    [
        b"[]",
        b"{}",
        b'{"format":"interchange/1","questions":[]}',
        b'{"format":"interchange/1","questions":{"9":{"set":{},"unset":[]}}}',
        b'{"format":"interchange/1","questions":{"0":{"set":{},"unset":["scorer"]}}}',
        b'{"format":"interchange/1","questions":{"0":{"set":{"scorer":"x"},"unset":[]}}}',
        b'{"format":"interchange/1","answers":{"nobody":1}}',
        b'{"format":"interchange/1","unanswered":["nobody"]}',
        b'{"format":"interchange/1","resources":{"a":"\xc3\xa9"}}',
        b'{"format":"interchange/2"}',
    ],
)
def test_a_file_of_additions_that_does_not_fit_is_refused(overlay: bytes) -> None:
    from seeds import case, cases

    with pytest.raises(ReleaseError):
        IMPORTERS["finlaw"].read(cases(case()) | {"digesta.json": overlay})


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


def _without_todo(draft: Draft) -> Draft:
    return replace(draft, todo=())


def _without_places(draft: Draft) -> Draft:
    """Leave out lines of the source: what is exported stands on other lines."""
    todo = tuple(one._replace(at=tuple((key, "") for key, _ in one.at)) for one in draft.todo)
    return replace(draft, todo=todo)
