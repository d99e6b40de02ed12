"""The dated compilations, read: the timeline, and what of it is safe to ask about."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from digesta.canonical import digest, sha256_hex
from digesta.errors import Problem, ReleaseError
from digesta.timeline import Norm, State, timeline_of
from digesta_generate.questions.tlr._attributions import (
    OTHER_DAYS,
    attributions,
    by_article_and_day,
    deferred,
)
from digesta_generate.questions.tlr._temporal import Temporal

FIRST_DAY, HORIZON = "1988-10-05", "2020-08-26"
VERSIONS, AMENDMENTS = "component_versions.jsonl.gz", "amendments.jsonl"
NORM = Norm(
    "cf_1988", "Constituição da República Federativa do Brasil", FIRST_DAY, "BR",
    "constitution", "pt",
)  # fmt: skip
NO_PLACE = frozenset({"cf_art_134", "cf_art_218", "cf_art_219"})
"""Articles whose chapter or section the compilations do not give surely."""
DOUBTFUL = NO_PLACE | {"cf_art_144", "adct_art_79"}
"""Not asked about, too: of article 144 a paragraph stands twice in the last compilations; what
changed in ADCT 79 in 2010 is a note that EC 67 prolongs it, not its words."""
SHORT_YEARS = 2


class Law:
    """The constitution through time, with the checked tables applied.

    files: the folder's, by name. temporal: what was made of the same folder elsewhere, else a
    timeline in memory is. ReleaseError where one of the two files that are read is missing.
    """

    def __init__(self, files: Mapping[str, bytes], temporal: Temporal | None = None) -> None:
        rows = _lines(gzip.decompress(_file(files, VERSIONS)))
        days = _lines(_file(files, AMENDMENTS))
        self.digest = digest([sha256_hex(files[name]) for name in (AMENDMENTS, VERSIONS)])
        table = by_article_and_day(attributions())
        self.timeline: Temporal = temporal or timeline_of(rows, days, norm=NORM, attributions=table)
        small = ((row["component_id"].lower(), row) for row in rows if row["change"] == "minor")
        self.minor = frozenset(
            (self.timeline.article_of(name), row["start"]) for name, row in small
        )

    @cached_property
    def askable(self) -> tuple[str, ...]:
        """Give the articles without a doubt in the data: a "minor" change may hide a real one."""
        out = DOUBTFUL | {article for article, _ in self.minor}
        return tuple(article for article in self.timeline.articles if article not in out)

    def states(self, article: str) -> tuple[State, ...]:
        """Give an article's states, the first first."""
        return self.timeline.states[article]

    def original(self, article: str) -> bool:
        """Say whether an article stood in the text of 1988."""
        first = self.states(article)[0]
        return first.start == FIRST_DAY and not first.amendments

    def waits(self, state: State) -> bool:
        """Say whether a state was made by a change that takes, or may take, effect later."""
        return any(
            amendment in _WAITING and state.article in (_WAITING[amendment] or (state.article,))
            for amendment in state.amendments
        )

    def dated(self, article: str) -> bool:
        """Say whether every change of an article has one day in all sources."""
        made_by = (name for state in self.states(article) for name in state.amendments)
        return not any(name in OTHER_DAYS for name in made_by)

    def certain(self, article: str) -> bool:
        """Say whether every change of an article is attributed and none of them waits."""
        return all(state.settled and not self.waits(state) for state in self.states(article))


_WAITING = deferred()


def short(state: State) -> bool:
    """Say whether a state was in force for under two years."""
    later = f"{int(state.start[:4]) + SHORT_YEARS:04}{state.start[4:]}"
    return state.end is not None and state.end < later


def _file(files: Mapping[str, bytes], name: str) -> bytes:
    if name not in files:
        raise ReleaseError(
            [Problem(code="file-missing", file=name, fix="give the folder of the compilations")]
        )
    return files[name]


def _lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]
