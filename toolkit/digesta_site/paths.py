"""Where everything lies: one stem per page, its siblings beside it.

Every path is made of checked slugs, so that no name can leave the tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from digesta.errors import UsageError
from digesta.records.board import Board

_NAME = r"[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?"
_BOARD = re.compile(
    rf"(?P<track>{_NAME})(?:/part/(?P<part>{_NAME})|/(?P<category>{_NAME})(?:/(?P<task>{_NAME}))?)?"
    rf"@(?P<condition>[a-z_]{{1,32}})(?:@(?P<judges>[a-z0-9][a-z0-9._+-]{{0,126}}))?"
)


class BoardName(NamedTuple):
    """A board's name, taken apart; what it does not say is empty."""

    track: str
    category: str
    task: str
    part: str
    condition: str
    judges: str

    @property
    def place(self) -> tuple[str, ...]:
        """Return the names from the track down."""
        return tuple(name for name in self[:4] if name)

    @property
    def above(self) -> BoardName:
        """Return the name one step up: of a task its category, of a category or part its track."""
        if self.task:
            return self._replace(task="")
        return self._replace(category="", part="") if self.category or self.part else NOWHERE


class QuestionPlace(NamedTuple):
    """Where a question stands: its task's title, its address, its number there."""

    task: str
    href: str
    number: int


QuestionPlaces = Mapping[tuple[str, str], QuestionPlace]
"""By release and question id."""
EMBEDDED = "embed"
"""The folder of tables that other sites may frame."""
ReleasePage = Literal[
    "index", "limits", "retired", "changes", "queue", "cost", "giveaways", "contamination"
]
TrackPage = Literal["compare", "across", "abstention", "judges"]
NOWHERE = BoardName("", "", "", "", "", "")
"""What is above a track."""


@lru_cache(maxsize=1 << 12)  # pages ask for the same boards again and again
def board_name(text: str) -> BoardName:
    """Take a board's name apart; raises UsageError for what is no board's name.

    >>> board_name("tlr/retrieval/point_in_time@closed_book").task
    'point_in_time'
    """
    match = _BOARD.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is no board's name")
    parts = match.groupdict(default="")
    return BoardName(**{name: parts[name] for name in BoardName._fields})


def release_stem(release: str, page: ReleasePage = "index") -> str:
    """Return the stem of a release's page, or of its page on one matter."""
    return f"r/{release}/{page}"


def track_stem(release: str, track: str, page: TrackPage) -> str:
    """Return the stem of a track's page on one matter."""
    return f"r/{release}/{_slug(track)}/{page}"


def board_stem(board: Board) -> str:
    """Return the stem of a board's page; holdout boards have a folder of their own."""
    board_name(board.board)
    return f"r/{board.release}/{board.path}"


def system_stem(release: str, submission_id: str) -> str:
    """Return the stem of a system's page."""
    return f"r/{release}/s/{submission_id}"


MODELS = "models"
"""The stem of the page that lists all models."""


def model_stem(model: str) -> str:
    """Return the stem of a model's page."""
    return f"{MODELS}/{model}"


def questions_stem(release: str, task: tuple[str, str, str], part: int = 1) -> str:
    """Return the stem of a page of questions: (track, category, task), parts from 1."""
    more = f".{part}" if part > 1 else ""
    return f"r/{release}/q/{'/'.join(task)}{more}"


def questions_list_stem(key: str) -> str:
    """Return the stem of a list over the questions of the newest release."""
    return f"questions/{_slug(key)}"


COMPARE = "compare"
"""The stem of the page on which readers pick systems."""


def compare_shard(release: str, track: str, part: str = "") -> str:
    """Return the path of a file that this page reads: of a track, or a part of it.

    part: "2" of its answers, "v2" of its verdicts.
    """
    more = f".{part}" if part else ""
    return f"{COMPARE}/{release}/{_slug(track)}{more}.json"


def picker_address(release: str, *, track: str = "", system: str = "") -> str:
    """Return where systems of a release are picked, with a track or a system picked already.

    >>> picker_address("2026-11-22", track="tlr")
    'compare.html?r=2026-11-22&t=tlr'
    """
    picked = {"r": release, "t": track, "s": system}
    return f"{COMPARE}.html?{urlencode({key: value for key, value in picked.items() if value})}"


def distance_stem(release: str, place: tuple[str, ...]) -> str:
    """Return the stem of the page on days and the horizon of a temporal task, by its place."""
    return f"r/{release}/{'/'.join(map(_slug, place))}/days"


def question_anchor(question_id: str) -> str:
    """Return the anchor of a question on its page."""
    return f"q-{question_id[:16]}"


QUESTIONS = "questions"
"""The stem of the page that counts and finds questions."""
METRICS = "metrics"
"""The stem of the page that lists all metrics."""


def scorer_stem(scorer: str) -> str:
    """Return the stem of a scorer's page of metrics."""
    return f"{METRICS}/{_slug(scorer)}/index"


def metric_address(scorer: str, metric: str) -> str:
    """Return where a metric is told; raises UsageError for what is no metric's name.

    >>> metric_address("penalty", "type.macro_f1")
    'metrics/penalty/index.html#type.macro_f1'
    """
    return f"{scorer_stem(scorer)}.html#{'.'.join(map(_slug, metric.split('.')))}"


def _slug(name: str) -> str:
    if re.fullmatch(_NAME, name) is None:
        raise UsageError(f"{name!r} is no name of a scorer or metric")
    return name
