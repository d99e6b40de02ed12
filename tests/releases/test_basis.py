"""What marks rest on: the files that compiling a release takes, and no others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from digesta.errors import ReleaseError
from digesta.releases.cut import cut
from digesta.releases.data import is_of_basis, parse_basis, parse_manifest, parse_release
from world import draft


def read(files: Mapping[str, bytes], *, validated: bool = False) -> tuple[Any, ...]:
    """Return what marks rest on, read from these files alone."""
    manifest = parse_manifest(files, name="release")
    basis = parse_basis(files, manifest, name="release", validated=validated)
    return manifest, list(basis.questions), basis.truths, basis.resources


@pytest.mark.parametrize("validated", [False, True])
def test_the_basis_of_marks_is_read_as_the_whole_release_is(*, validated: bool) -> None:
    files = cut(draft(), name="draft") | {"resources/a.txt": b"a"}
    whole = parse_release(files, name="release")

    basis = read({p: data for p, data in files.items() if is_of_basis(p)}, validated=validated)

    assert basis == (
        whole.manifest,
        [question.as_json() for question in whole.questions],
        {key: truth.truth for key, truth in whole.truths.items()},
        whole.resources,
    )
    assert whole.resources == {"a.txt": b"a"}


def test_reviews_logs_and_lists_are_no_basis() -> None:
    others = ("review.jsonl", "changes.json", "limits.json", "log/decisions.jsonl", "holdout.age")

    assert not any(map(is_of_basis, others))


def test_what_is_wrong_with_the_basis_is_said_as_of_the_whole_release() -> None:
    files = cut(draft(), name="draft")
    line = files["questions.jsonl"].splitlines()[0]
    broken = files | {"questions.jsonl": line + b"\n" + line + b"\n{}\n"}
    with pytest.raises(ReleaseError) as said:
        parse_release(broken, name="release")

    with pytest.raises(ReleaseError) as told:
        read(broken)

    assert told.value.problems == said.value.problems
    assert {problem.code for problem in told.value.problems} >= {"dup-id", "missing-key"}
