"""Examples in docstrings: every one comes out as it stands there."""

from __future__ import annotations

import doctest
from importlib import import_module
from types import ModuleType

import pytest

import digesta
from test_floors import modules

FRONT = {id(getattr(digesta, name)) for name in digesta.__all__}
"""What ``test_front`` runs, with a release and submissions at hand."""


def examples(module: ModuleType) -> list[doctest.DocTest]:
    """Return a module's docstrings with examples, but those of the front door."""
    found = doctest.DocTestFinder(exclude_empty=True).find(module)
    return [test for test in found if test.examples and not of_the_front(test.name, module)]


def of_the_front(name: str, module: ModuleType) -> bool:
    """Return whether a docstring is that of a public name of ``digesta``, or of a part of it."""
    first = name.removeprefix(f"{module.__name__}.").partition(".")[0]
    return id(getattr(module, first, None)) in FRONT


WITH_EXAMPLES = [
    module.name
    for module in modules()
    if ">>> " in module.path.read_text("utf-8") and module.name != "digesta"
]
"""All but the front's, whose examples open releases: ``tests/whole`` runs them."""


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_of_a_module_come_out_as_they_say(name: str) -> None:
    module = import_module(name)

    for example in examples(module):
        assert doctest.DocTestRunner().run(example).failed == 0, example.name


def test_there_are_examples_to_run() -> None:
    run = [example for name in WITH_EXAMPLES for example in examples(import_module(name))]

    assert len(run) > 100
