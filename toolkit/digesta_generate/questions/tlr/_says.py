"""The shape of a language's wordings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from digesta_generate.questions.tlr._candidate import Task


class Says(NamedTuple):
    """A language's wordings.

    law, numbering: of what holds for every question. asks: of a task's question, with places for
    its article or division and its days. forms: of the answer.
    """

    law: tuple[str, ...]
    numbering: tuple[str, ...]
    asks: Mapping[Task, tuple[str, ...]]
    forms: Mapping[Task, str]
