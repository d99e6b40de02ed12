"""Records of a language's sentences, and of its words for one law."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from authoring.tlr.candidates import Task


class Sentences(NamedTuple):
    """A language's wordings.

    law, numbering: of what holds for every question; ``law`` has places for the words of one law.
    asks: of a task's question, with places for its article or division, its days, and the words
    of the law. forms: of the answer; in them stand ``$ids``, ``$amendments``, ``$amendment`` and
    ``$first_day``.
    """

    law: tuple[str, str, str]
    numbering: tuple[str, ...]
    asks: Mapping[Task, tuple[str, ...]]
    forms: Mapping[Task, str]


class LawWords(NamedTuple):
    """How a language speaks of one law.

    laws: its name as each of the three wordings needs it. compiled: what stands before the
    horizon. promulgated: the clause that says so of the law. bodies: body -> "of the …". whole:
    body -> its name where all of it is a division that is asked about. ids: body -> sentence on how
    its articles' ids are written. amendments: sentence on how those are. amendment: such a name,
    its number being N. recorded: what tells versions and days of a law dated by entry.
    """

    laws: tuple[str, str, str]
    compiled: str
    promulgated: str
    bodies: Mapping[str, str]
    whole: Mapping[str, str]
    ids: Mapping[str, str]
    amendments: str
    amendment: str = "EC N"
    recorded: str = ""
