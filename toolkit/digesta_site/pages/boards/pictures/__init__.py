"""What a board shows behind its score: the pictures that its scorers declare, tables and charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from digesta.records.board import Board
from digesta.scorers.base import Scorer
from digesta.scorers.forms import (
    BoardPicture,
    ConditionPicture,
    MetricPicture,
    SpreadPicture,
    StepPicture,
)
from digesta_site.language import gettext
from digesta_site.pages.boards.pictures.charts import PictureChart, charts_of
from digesta_site.pages.boards.pictures.metrics import (
    condition_tables,
    metric_tables,
    step_tables,
)
from digesta_site.pages.boards.pictures.passages import passage_answers
from digesta_site.pages.boards.pictures.questions import (
    QuestionFacts,
    facts_under,
    kept_full_credit,
)
from digesta_site.pages.boards.pictures.tables import PictureTable
from digesta_site.paths import board_name
from digesta_site.values import SiteFrame, SiteRelease


def pictures_of(site: SiteFrame, release: SiteRelease, board: Board) -> dict[str, Any]:
    """Return what a board shows of each scorer under it, and the titles of what is not recorded.

    Nothing of a superseded release, which keeps what was published of it.
    """
    pictures, unrecorded = [], []
    if _has_pictures(site, release, board):
        for scorer in _scorers(site, release, board):
            facts = facts_under(release, board, scorer)
            for picture in _pictures(scorer):
                tables = _tables(site, release, board, picture=picture, facts=facts)
                if tables:
                    is_told = isinstance(picture, ConditionPicture)
                    answers = passage_answers(release, board) if is_told else []
                    charts = charts_of(release, board, picture)
                    pictures.append(_view(picture, tables, charts) | {"answers": answers})
                elif tables is not None:
                    unrecorded.append(picture.title)
    return {"shown": pictures, "unrecorded": unrecorded}


def picture_figures(
    site: SiteFrame, release: SiteRelease, board: Board
) -> dict[str, Mapping[str, Any]]:
    """Return the figures of a board's pictures by name, as a page has them."""
    if not _has_pictures(site, release, board):
        return {}
    return {
        chart.name: chart.figure
        for scorer in _scorers(site, release, board)
        for picture in _pictures(scorer)
        for chart in charts_of(release, board, picture)
    }


def full_credit(site: SiteFrame, release: SiteRelease, board: Board) -> tuple[int, dict[str, str]]:
    """Return of how many questions, and by submission of what share it earned all there is.

    Of a board whose scorer shows how scores spread; no question where marks are not known.
    """
    for scorer in _scorers(site, release, board) if _has_pictures(site, release, board) else ():
        for picture in scorer.pictures:
            if isinstance(picture, SpreadPicture):
                # Of withheld answers marks are kept by track: a judge's where there are any.
                name = board_name(board.board)
                kept = release.marks.get("/".join(name.place)) if name.judges else None
                if kept:
                    return len(kept.questions), kept_full_credit(kept)
                facts = facts_under(release, board, scorer)
                return len(facts.questions), facts.full_credit(picture)
    return 0, {}


def _pictures(scorer: Scorer[Any]) -> Iterator[BoardPicture]:
    return (picture_in(picture, gettext) for picture in scorer.pictures)


def _has_pictures(site: SiteFrame, release: SiteRelease, board: Board) -> bool:
    superseded = release.id != site.newest_id and release.manifest.archive is None
    return not superseded and not board_name(board.board).part


def _view(
    picture: BoardPicture, tables: Sequence[PictureTable], charts: Sequence[PictureChart]
) -> dict[str, Any]:
    return {
        "charts": [{"name": chart.name, "caption": chart.caption} for chart in charts],
        "key": picture.key,
        "title": picture.title,
        "about": picture.about,
        "tables": [table.view() for table in tables],
    }


def _scorers(site: SiteFrame, release: SiteRelease, board: Board) -> Iterator[Scorer[Any]]:
    """Yield the scorers of the tasks under a board, by name."""
    name = board_name(board.board)
    tasks = release.manifest.track_named(name.track).tasks
    under = [tasks[name.task]] if name.task in tasks else tasks.values()
    names = {task.scorer for task in under if name.category in {"", task.category}}
    return (site.scorers[key] for key in sorted(names & site.scorers.keys()))


def _tables(
    site: SiteFrame,
    release: SiteRelease,
    board: Board,
    *,
    picture: BoardPicture,
    facts: QuestionFacts,
) -> list[PictureTable] | None:
    """Return a picture's tables, none where nothing is recorded; None where it has no place."""
    match picture:
        case MetricPicture():
            return metric_tables(site, release, board, picture=picture)
        case ConditionPicture():
            return condition_tables(site, release, board, picture=picture)
        case StepPicture():
            return step_tables(release, board)
    return facts.tables(picture)


Say = Callable[[str], str]


def picture_in(picture: BoardPicture, say: Say) -> BoardPicture:
    """Return a picture with its titles and headings said; its text and names of metrics stay."""
    changed: dict[str, Any] = {"title": say(picture.title)}
    for name in ("parts", "passages"):
        changed |= _each(picture, name, lambda table: _heads(table, say))
    for name in ("rows", "columns"):
        changed |= _each(picture, name, lambda table: {k: say(v) for k, v in table.items()})
    changed |= _each(
        picture, "groups", lambda groups: {say(k): _heads(v, say) for k, v in groups.items()}
    )
    changed |= _each(picture, "over_cuts", lambda text: say(text) if text else "")
    changed |= _each(picture, "taken", lambda taken: [*map(say, taken[:1]), *taken[1:]])
    changed |= _each(picture, "sides", lambda sides: [say(head) for head in sides])
    return replace(picture, **changed)


def _each(picture: BoardPicture, name: str, change: Callable[[Any], Any]) -> dict[str, Any]:
    return {name: change(getattr(picture, name))} if hasattr(picture, name) else {}


def _heads(table: Mapping[str, str], say: Say) -> dict[str, str]:
    return {say(heading): metric for heading, metric in table.items()}
