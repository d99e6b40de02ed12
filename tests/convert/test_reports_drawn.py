"""Whatever the draft: a report is written or refused, and stands beside files that read back."""

from __future__ import annotations

from typing import Any

import pytest
from drawn import DRAWN
from hypothesis import given, settings
from hypothesis import strategies as st
from seeds import csv_file, reported

from digesta.errors import ReleaseError
from digesta_convert import CONVERTERS
from digesta_convert.shared.converter import ReportInputs
from digesta_convert.shared.draft import Draft

REPORTING = [name for name in sorted(DRAWN) if CONVERTERS[name].report is not None]


def verdicts(draft: Draft) -> dict[str, Any]:
    """Return verdicts on all texts: every positive criterion met, one claim made up."""
    return {
        one["question_id"]: {
            "criteria": [
                {"criterion_id": c["criterion_id"], "satisfied": c["dimension"] != "negative",
                 "confidence": "1"}
                for c in one["truth"].get("criteria", [])
            ],
            "claims": [{"text": "…", "category": "other_fact", "hallucinated": True,
                        "severity": "minor"}],
        }
        for one in draft.truths
    }  # fmt: skip


def test_every_format_but_trec_writes_a_report() -> None:
    assert [name for name in DRAWN if CONVERTERS[name].compose and name not in REPORTING] == [
        "trec"
    ]


@pytest.mark.parametrize("name", REPORTING)
@settings(max_examples=25)
@given(data=st.data())
def test_a_report_beside_the_files_changes_nothing_of_what_is_read(
    name: str, data: st.DataObject
) -> None:
    converter = CONVERTERS[name]
    draft = converter.read(data.draw(DRAWN[name]))
    try:
        files = reported(name, draft, ReportInputs(verdicts=verdicts(draft)))
    except ReleaseError:
        files = {}  # our scorer refuses the truth: the import says so, and there is no report

    written = converter.write(draft).files

    assert converter.read({**written, **files}) == converter.read(written)


def test_a_combining_mark_behind_an_escape_survives_a_workflow_s_cell() -> None:
    fields = r'{"a": ["\r\u0301"]}'
    row = {"Document": "x.pdf", "GroundTruth": fields}
    files = {"ground_truth.csv": csv_file(("Document", "GroundTruth"), [row])}
    converter = CONVERTERS["frenchlaw"]
    draft = converter.read(files)

    again = converter.read(converter.write(draft).files)

    assert again.truths == draft.truths
    assert draft.truths[0]["truth"]["fields"] == {"a": ["\r\u0301"]}
