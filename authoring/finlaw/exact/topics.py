"""What a matter can be about: who acts, before whom, and the words of the statute that name it.

``where`` gives for each kind of institution (CB commercial bank, FS foreign bank with legal
personality, FR branch of a foreign bank, LE leasing, TR trust, CF consumer finance, FC finance
company) the article and at most eight characters of the item or paragraph that names the act;
against money laundering those of the old law, then of the new. Combinations for which two items
could be argued are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

import orjson

Mode = Literal["plain", "dates", "late", "prudence", "aml", "inner", "acts", "balance", "ratio"]


class Named(NamedTuple):
    """An act as a statute names it. law: a key of ``places.LAWS``. words: of the item."""

    law: str
    article: str
    words: str


class Topic(NamedTuple):
    """A topic. mode: what decides. ledger: what its lines in the ledger show.

    span: has a start and an end. known: the authority meets it when it happens. small: may be so
    slight that nothing is imposed. loss: may have cost money. remedy: its harm can be made good.
    twice: another authority may fine it, too. new_only: the old law does not name it.
    """

    key: str
    authority: Literal["N", "P"]
    mode: Mode
    where: Mapping[str, tuple[Named, ...]]
    ledger: Literal["", "period", "acts", "balance", "sums"] = ""
    span: bool = True
    known: bool = False
    small: bool = False
    loss: bool = False
    remedy: bool = False
    twice: bool = False
    new_only: bool = False


def _topic(row: dict[str, Any]) -> Topic:
    where = {
        kind: tuple(Named(*words.split()) for words in named)
        for kinds, named in row["where"].items()
        for kind in kinds.split()
    }
    return Topic(**row | {"where": where})


TOPICS = tuple(map(_topic, orjson.loads(Path(__file__).with_name("topics.json").read_bytes())))
"""Every topic."""

BY_KEY = {topic.key: topic for topic in TOPICS}
PRUDENT_MINOR = Named("bsl", "37", "违反审慎经营规则")
"""Where a breach of prudential rules belongs that is not serious."""
