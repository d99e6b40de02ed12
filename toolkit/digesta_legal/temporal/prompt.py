"""The prompt of a temporal question: its turns describe the object that ends the reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from digesta.package_files import prompt_files
from digesta.scorers.forms import PromptForm
from digesta.scorers.shared.prompt import object_at_end
from digesta.scorers.shared.reply import BOOLEAN, DAY, list_of, object_of, text_like
from digesta_legal.temporal.read import BR

_COMPONENT = "^[a-z][a-z0-9]{0,11}([_.-][a-z0-9]{1,8}){1,6}$"
_AMENDMENTS = {
    "br-amendment": "^(EC|ECR) [1-9][0-9]{0,3}$",
    "numbered-text": "^([0-9]{2}){1,2}-[1-9][0-9]{0,4}$",
}
_MOST_STATES = 99
_MOST_TOGETHER = 6
"""Amendments that begin one state: five at most in the compilations of 1988 to 2020."""

_STATE = {"type": "integer", "minimum": 1, "maximum": _MOST_STATES}


def _schema(ask: Mapping[str, Any], _resources: Mapping[str, Any]) -> dict[str, Any]:
    pattern = _AMENDMENTS[ask.get("amendments_by", BR).partition("/")[0]]
    return object_of(**_KINDS[ask["kind"]](ask["at_most"], pattern))


def _amendments(most: int, pattern: str) -> dict[str, Any]:
    return list_of(text_like(pattern), most)


def _link(pattern: str) -> dict[str, Any]:
    amendments = _amendments(_MOST_TOGETHER, pattern)
    return object_of(version=_STATE, date=text_like(DAY), amendments=amendments)


_KINDS: dict[str, Callable[[int, str], dict[str, Any]]] = {
    "point_in_time": lambda most, _pattern: {
        "versions": list_of(object_of(component_id=text_like(_COMPONENT), version=_STATE), most, 1)
    },
    "attribution": lambda most, pattern: {
        "amendments": _amendments(most, pattern),
        "dates": list_of(text_like(DAY), most),
    },
    "difference": lambda most, pattern: {
        "changed": BOOLEAN,
        "amendments_between": _amendments(most, pattern),
        "version_1": _STATE,
        "version_2": _STATE,
    },
    "lineage": lambda most, pattern: {"version_chain": list_of(_link(pattern), most, 1)},
    "consistency": lambda most, pattern: {
        "amended": BOOLEAN,
        "amendments": _amendments(most, pattern),
    },
    "impact": lambda most, pattern: {
        "articles": list_of(text_like(_COMPONENT), most, 1),
        "amendments": _amendments(most, pattern),
    },
}
"""Kind of question -> its answer's members, with the most that each list may name
and the pattern of an amendment."""

PROMPT = PromptForm(
    default="temporal.1",
    files=lambda: prompt_files("digesta_legal.temporal"),
    sections=object_at_end,
    reply=lambda _ask: "object",
    schema=_schema,
)
