"""Licences: any that SPDX can write, and a rule for each that is not known to be open."""

from __future__ import annotations

from typing import Any

import pytest
from license_expression import get_spdx_licensing
from pydantic import TypeAdapter, ValidationError

from digesta.errors import ReleaseError
from digesta.records.question import OPEN_LICENSES, License, publication_of
from digesta.releases.cut import cut
from world import draft, edited

LICENSE: TypeAdapter[str] = TypeAdapter(License)


@pytest.mark.parametrize("name", OPEN_LICENSES)
def test_the_open_licences_are_of_spdx_and_published_in_full(name: str) -> None:
    assert name.startswith("LicenseRef-") or not get_spdx_licensing().validate(name).errors
    assert LICENSE.validate_python(name) == name
    assert publication_of(name, None) == "full"
    assert publication_of(name, {name: "facts"}) == "facts"


@pytest.mark.parametrize(
    "text",
    [
        "CC-BY-NC-4.0",
        "GPL-3.0-only WITH Classpath-exception-2.0",
        "MIT AND (CC-BY-4.0 OR Apache-2.0)",
        "ODbL-1.0",
    ],
)
def test_what_spdx_can_write_is_a_licence_and_nothing_of_it_is_published_unasked(text: str) -> None:
    assert not get_spdx_licensing().validate(text).errors
    assert LICENSE.validate_python(text) == text
    assert publication_of(text, None) == "facts"


@pytest.mark.parametrize("text", ["LicenseRef-inhouse", "MIT OR LicenseRef-court.2"])
def test_a_licence_of_ones_own_is_a_reference(text: str) -> None:
    assert LICENSE.validate_python(text) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("proprietary", "LicenseRef-inhouse"),
        ("cc-by-4.0", "must be written as SPDX does: CC-BY-4.0"),
        ("MIT CC0-1.0", "must be a licence as SPDX writes it"),
        ("LicenseRef-our own", "must be a licence as SPDX writes it"),
        ("MIT WITH kindness", "exception"),
        ("", "at least 1 character"),
    ],
)
def test_what_is_no_licence_is_refused_with_what_to_write(text: str, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        LICENSE.validate_python(text)


def under(license_: str, **manifest: Any) -> dict[str, bytes]:
    """Return a draft of which colour-2 stands under a licence."""
    files = draft(licenses=["CC-BY-4.0", license_], **manifest)
    return edited(
        files,
        "questions.jsonl",
        lambda one: one | {"license": license_} if one["question_id"] == "colour-2" else one,
    )


def test_a_licence_that_is_not_known_to_be_open_wants_a_rule() -> None:
    with pytest.raises(ReleaseError, match="licence-rule") as caught:
        cut(under("CC-BY-NC-4.0"), name="draft")

    [problem] = caught.value.problems
    assert problem.file == "draft/release.json"
    assert '"publish": {"CC-BY-NC-4.0": "facts"}' in problem.fix
    assert cut(under("CC-BY-NC-4.0", publish={"CC-BY-NC-4.0": "full"}), name="draft")


def test_a_translations_licence_wants_a_rule_too() -> None:
    origin = {"of": "A code", "by": "A translator", "license": "LicenseRef-t"}
    files = edited(
        draft(),
        "questions.jsonl",
        lambda one: one | {"translation": origin} if one["question_id"] == "colour-2" else one,
    )

    with pytest.raises(ReleaseError, match="LicenseRef-t"):
        cut(files, name="draft")


def test_a_rule_for_a_licence_that_nothing_has_is_refused() -> None:
    with pytest.raises(ReleaseError, match="licence-unused"):
        cut(draft(publish={"LicenseRef-gone": "facts"}), name="draft")


def test_a_rule_that_is_none_is_refused_with_those_that_are() -> None:
    with pytest.raises(ReleaseError, match="members") as caught:
        cut(under("LicenseRef-x", publish={"LicenseRef-x": "some"}), name="draft")

    assert caught.value.problems[0].code == "bad-value"
