"""A scorer's pictures in the language of the site."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from digesta.scorers.forms import BoardPicture

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
