"""The published state table: what a system that knows no law can list of a norm.

It is the release's ``resources/NAME/states.jsonl``, or that of a law of its own in a folder below,
``resources/NAME/LAW/states.jsonl``, one state of an article a line: ``article``,
``state`` (its number, from 1), ``start``, ``amendments`` (what made it; none for the original
text). Other members of a line, such as the state's end and digest, are not read here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from digesta.errors import InputError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.scorers.shared.adversaries import commonest
from digesta.text.amendments_pt import br_amendment_1, in_order_of_number

FILE = "/states.jsonl"

Change = tuple[str, tuple[str, ...]]
"""The day on which a state began, and the amendments that made it."""


class States(NamedTuple):
    """What a state table names, the most frequent first (ties: the least).

    versions: article -> the number of its states. articles: by their states. amendments: by the
    states that they made. changes: by the states that began with them. first_day: of all states.
    """

    versions: Mapping[str, int]
    articles: tuple[str, ...]
    amendments: tuple[str, ...]
    changes: tuple[Change, ...]
    first_day: str = ""


def table_of(resources: Mapping[str, Any], law: str | None = None) -> str | None:
    """Return the path of a law's state table; without a law, of the one that lies highest."""
    end = FILE if law is None else f"/{law}{FILE}"
    paths = (path for path in resources if path.endswith(end))
    return min(paths, key=lambda path: (path.count("/"), path), default=None)


def states_of(resources: Mapping[str, Any], law: str | None = None) -> States | None:
    """Return a law's state table, or None without one; ValueError where it cannot be read."""
    path = table_of(resources, law)
    return None if path is None else _states(path, resources[path])


@lru_cache(maxsize=4)
def _states(path: str, data: bytes) -> States:
    versions: Counter[str] = Counter()
    amendments: Counter[str] = Counter()
    changes: Counter[Change] = Counter()
    starts: set[str] = set()
    for number, line in enumerate(data.splitlines(), start=1):
        article, start, made_by = _read(path, number, line)
        versions[article] += 1
        starts.add(start)
        if made_by:
            amendments.update(made_by)
            changes[start, made_by] += 1
    return States(
        versions=dict(sorted(versions.items())),
        articles=tuple(commonest(versions)),
        amendments=tuple(commonest(amendments)),
        changes=tuple(commonest(changes)),
        first_day=min(starts, default=""),
    )


def _read(path: str, number: int, line: bytes) -> tuple[str, str, tuple[str, ...]]:
    try:
        state = strict_json(line, file=path, line=number, limits=RELEASE_LIMITS)
    except InputError as error:
        raise ValueError(str(error.problems[0])) from error
    names = ("article", "start", "amendments")
    if not isinstance(state, dict) or not all(name in state for name in names):
        raise ValueError(f"{path}:{number}: a state has {', '.join(names)}")
    made_by = set(map(br_amendment_1, state["amendments"]))
    return state["article"], state["start"], tuple(sorted(made_by, key=in_order_of_number))
