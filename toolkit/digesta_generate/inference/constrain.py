"""``--constrained``: the JSON Schema that an endpoint is told to keep a reply to.

What it holds follows from the question's ask, by scorer (``SCHEMAS``). A ``closed`` answer may be
a word or a number, so its reply is ``{"answer": …}``; every other constrained reply is the very
object that the question asks for. A scorer without a schema (free text) is asked as it would be
unconstrained. The keywords are those that OpenAI's structured outputs, OpenRouter and llama.cpp
document; every list, and every text that a rule can bound, is bounded, so that no model repeats
itself up to the limit of its tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from digesta.records.question import Question
from digesta.scorers.extraction.records import ExtractionField, FieldKind
from digesta.scorers.penalty.records import Level
from digesta_generate.inference.resources import Resources, extraction_fields, penalty_labels

_CLOCK = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
_COMPONENT = "^[a-z][a-z0-9]{0,11}([_.-][a-z0-9]{1,8}){1,6}$"
_DAY = "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
_AMENDMENT = "^(EC|ECR) [1-9][0-9]{0,3}$"
_CITATION = (
    "^《[一-鿿]{2,18}(（[12][0-9]{3}年）)?》"
    "(第[一二三四五六七八九十百零0-9]{1,7}条(之[一二三四五六七八九十])?)?$"
)
_LONGEST_TEXT = 400
_LONGEST_NAME = 120
_MOST_ELEMENTS = 20
_MOST_STATES = 99
_MOST_LABELS = 4
_MOST_CITATIONS = 3
"""Fewer than an answer may name: a small model fills what it is given, and its reply is cut."""
_MOST_TOGETHER = 6
"""Amendments that begin one state: five at most in the compilations of 1988 to 2020."""


def response_format(question: Question, resources: Resources) -> dict[str, Any] | None:
    """Return ``response_format`` of a question's request; None where its scorer has no schema."""
    if question.scorer not in SCHEMAS:
        return None
    schema = SCHEMAS[question.scorer](question.ask, resources)
    named = {"name": "answer", "strict": True, "schema": schema}
    return {"type": "json_schema", "json_schema": named}


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Mapping[str, Any], most: int, least: int = 0) -> dict[str, Any]:
    return {"type": "array", "items": dict(items), "minItems": least, "maxItems": most}


def _text(pattern: str) -> dict[str, Any]:
    return {"type": "string", "pattern": pattern}


# closed ----------------------------------------------------------------------------------------


def _closed(ask: Mapping[str, Any], resources: Resources) -> dict[str, Any]:
    del resources
    return _object(answer=_closed_answer(ask))


def _closed_answer(ask: Mapping[str, Any]) -> dict[str, Any]:
    kind = ask["answer_type"]
    if kind == "json":
        return dict(ask["schema"])
    if kind == "numeric" and ask.get("unit") == "clock":
        return _text(_CLOCK)
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    return {"type": "string"} | ({"enum": ask["choices"]} if "choices" in ask else {})


_PLAIN = {"boolean": "boolean", "numeric": "number"}


# temporal --------------------------------------------------------------------------------------

_BOOLEAN = {"type": "boolean"}
_STATE = {"type": "integer", "minimum": 1, "maximum": _MOST_STATES}


def _temporal(ask: Mapping[str, Any], resources: Resources) -> dict[str, Any]:
    del resources
    return _object(**_KINDS[ask["kind"]](ask["at_most"]))


def _amendments(most: int) -> dict[str, Any]:
    return _list(_text(_AMENDMENT), most)


def _link() -> dict[str, Any]:
    return _object(version=_STATE, date=_text(_DAY), amendments=_amendments(_MOST_TOGETHER))


_KINDS: dict[str, Callable[[int], dict[str, Any]]] = {
    "point_in_time": lambda most: {
        "versions": _list(_object(component_id=_text(_COMPONENT), version=_STATE), most, 1)
    },
    "attribution": lambda most: {
        "amendments": _amendments(most),
        "dates": _list(_text(_DAY), most),
    },
    "difference": lambda most: {
        "changed": _BOOLEAN,
        "amendments_between": _amendments(most),
        "version_1": _STATE,
        "version_2": _STATE,
    },
    "lineage": lambda most: {"version_chain": _list(_link(), most, 1)},
    "consistency": lambda most: {"amended": _BOOLEAN, "amendments": _amendments(most)},
    "impact": lambda most: {
        "articles": _list(_text(_COMPONENT), most, 1),
        "amendments": _amendments(most),
    },
}
"""Kind of question -> its answer's members, with the most that each list may name."""


# penalty ---------------------------------------------------------------------------------------


def _penalty(ask: Mapping[str, Any], resources: Resources) -> dict[str, Any]:
    types, domains = penalty_labels(ask, resources)
    labels = min(ask["at_most"]["labels"], _MOST_LABELS)
    citations = min(ask["at_most"]["citations"], _MOST_CITATIONS)
    return _object(
        penalty_type=_list({"type": "string", "enum": types}, labels),
        violation_domain=_list({"type": "string", "enum": domains}, labels),
        legal_basis=_list(_text(_CITATION), citations),
        penalty_level={"type": "string", "enum": list(get_args(Level))},
    )


# extraction ------------------------------------------------------------------------------------


def _extraction(ask: Mapping[str, Any], resources: Resources) -> dict[str, Any]:
    """Return the nested object of the schema's fields; a field that is not settled is null."""
    tree: dict[str, Any] = {}
    for field in extraction_fields(ask, resources):
        *folders, name = field.pointer.split("/")[1:]
        place = tree
        for folder in folders:
            place = place.setdefault(folder, {})
        place[name] = field
    return _nested(tree)


def _nested(tree: Mapping[str, Any]) -> dict[str, Any]:
    return _object(
        **{
            name: _field(inner) if isinstance(inner, ExtractionField) else _nested(inner)
            for name, inner in tree.items()
        }
    )


def _field(field: ExtractionField) -> dict[str, Any]:
    value = _VALUES[field.kind](field)
    if field.set_:
        return _list(value, _MOST_ELEMENTS)
    if "enum" in value:
        return {"enum": [*value["enum"], None]}
    return value | {"type": [value["type"], "null"]}


def _short(most: int) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": most}


_VALUES: dict[FieldKind, Callable[[ExtractionField], dict[str, Any]]] = {
    "text": lambda _field: _short(_LONGEST_TEXT),
    "party": lambda _field: _short(_LONGEST_NAME),
    "amount": lambda _field: {"type": "number"},
    "number": lambda _field: {"type": "number"},
    "percent": lambda _field: {"type": "number"},
    "date": lambda _field: _text(_DAY),
    "boolean": lambda _field: _BOOLEAN,
    "choice": lambda field: {"type": "string", "enum": list(field.choices or {})},
}


SCHEMAS: dict[str, Callable[[Mapping[str, Any], Resources], dict[str, Any]]] = {
    "closed": _closed,
    "extraction": _extraction,
    "penalty": _penalty,
    "temporal": _temporal,
}
"""Scorer -> the schema of a reply to an ask."""
