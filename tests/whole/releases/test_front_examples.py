"""The examples of the Python API run on this repository."""

from __future__ import annotations

import doctest
import sys

import pytest

import digesta
from places import ROOT
from test_front import NAMES


@pytest.mark.parametrize("name", [*NAMES, "__init__"])
def test_every_name_has_an_example_that_comes_out_as_it_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    thing = digesta if name == "__init__" else getattr(digesta, name)
    release = digesta.open(".").release("2026-11-22.6")
    first, second = (
        release.read(f"predictions/{release.id}/baseline-{which}")
        for which in ("longest", "overlap")
    )
    names = vars(sys.modules[getattr(thing, "__module__", "digesta")]) | {
        "digesta": digesta, "submission": first, "other": second, "score": release.score(first),
    }  # fmt: skip

    [example] = doctest.DocTestFinder(recurse=False).find(thing, name, globs=names)

    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0
