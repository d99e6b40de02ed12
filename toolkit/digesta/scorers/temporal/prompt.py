"""The prompt of a temporal question: its turns describe the object that ends the reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from digesta.package_files import prompt_files
from digesta.scorers.forms import PromptForm
from digesta.scorers.shared.prompt import object_at_end
from digesta.scorers.shared.reply import BOOLEAN, DAY, list_of, object_of, text_like

_COMPONENT = "^[a-z][a-z0-9]{0,11}([_.-][a-z0-9]{1,8}){1,6}$"
_AMENDMENT = "^(EC|ECR) [1-9][0-9]{0,3}$"
_MOST_STATES = 99
_MOST_TOGETHER = 6
"""Amendments that begin one state: five at most in the compilations of 1988 to 2020."""

_STATE = {"type": "integer", "minimum": 1, "maximum": _MOST_STATES}


def _schema(ask: Mapping[str, Any], _resources: Mapping[str, Any]) -> dict[str, Any]:
    return object_of(**_KINDS[ask["kind"]](ask["at_most"]))


def _amendments(most: int) -> dict[str, Any]:
    return list_of(text_like(_AMENDMENT), most)


def _link() -> dict[str, Any]:
    return object_of(version=_STATE, date=text_like(DAY), amendments=_amendments(_MOST_TOGETHER))


_KINDS: dict[str, Callable[[int], dict[str, Any]]] = {
    "point_in_time": lambda most: {
        "versions": list_of(object_of(component_id=text_like(_COMPONENT), version=_STATE), most, 1)
    },
    "attribution": lambda most: {
        "amendments": _amendments(most),
        "dates": list_of(text_like(DAY), most),
    },
    "difference": lambda most: {
        "changed": BOOLEAN,
        "amendments_between": _amendments(most),
        "version_1": _STATE,
        "version_2": _STATE,
    },
    "lineage": lambda most: {"version_chain": list_of(_link(), most, 1)},
    "consistency": lambda most: {"amended": BOOLEAN, "amendments": _amendments(most)},
    "impact": lambda most: {
        "articles": list_of(text_like(_COMPONENT), most, 1),
        "amendments": _amendments(most),
    },
}
"""Kind of question -> its answer's members, with the most that each list may name."""

PROMPT = PromptForm(
    default="temporal.1",
    files=lambda: prompt_files("digesta.scorers.temporal"),
    sections=object_at_end,
    reply=lambda _ask: "object",
    schema=_schema,
)
