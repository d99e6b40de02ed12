"""How a closed question is asked, in a prompt and in an answer sheet: by the type of its answer.

``closed`` lets a model reason before its last line, ``closed-brief`` asks for that line alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from digesta.package_files import prompt_files
from digesta.records.question import Question
from digesta.scorers.forms import CellForm, Part, PromptContext, PromptForm, ReplyForm, SheetForm
from digesta.scorers.shared.prompt import law, sources
from digesta.scorers.shared.reply import object_of, text_like
from digesta.scorers.shared.schemas import stated_once
from digesta.scorers.shared.sheet import shown_json
from digesta.text.units import unit_name

_CLOCK = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
_PLAIN = {"boolean": "boolean", "numeric": "number"}


def _sections(context: PromptContext) -> list[Part]:
    question, ask = context.question, context.question.ask
    json_line = ".json" if ask["answer_type"] == "json" else ""
    return [
        ("task", {}),
        *law(question),
        (_form(context), _slots(ask, question.language)),
        ("constrained" if context.constrained else f"line{json_line}", {}),
        *sources(question),
        *_choices(ask),
    ]


def _form(context: PromptContext) -> str:
    ask = context.question.ask
    kind, unit = str(ask["answer_type"]), ask.get("unit")
    if kind == "numeric" and unit is not None:
        return "numeric.clock" if unit == "clock" else "numeric.unit"
    if kind == "boolean" and context.constrained:
        return "boolean.constrained"
    # A constrained answer is a choice's text: labels may be digits, and then mean positions.
    if kind == "mcq" and ask.get("labels") and not context.constrained:
        return "mcq.labels"
    return f"{kind}.choices" if ask.get("choices") else kind


def _slots(ask: Mapping[str, Any], language: str) -> dict[str, str]:
    schema, unit = ask.get("schema"), str(ask.get("unit", ""))
    return {
        "unit": unit,
        "unit_name": unit_name(unit, language),
        "schema": _json(schema),
        "schema_once": _json(stated_once(schema)) if schema else "",
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _choices(ask: Mapping[str, Any]) -> list[Part]:
    choices = ask.get("choices") or []
    labels = ask.get("labels")
    if isinstance(labels, list):
        pairs = zip(labels, choices, strict=True)
        return [("choices", {}), *(("choice.label", {"label": a, "text": b}) for a, b in pairs)]
    parts: list[Part] = [("choice", {"text": text}) for text in choices]
    return [("choices", {}), *parts] if parts else []


def _reply(ask: Mapping[str, Any]) -> ReplyForm:
    return "object" if ask.get("answer_type") == "json" else "line"


def _schema(ask: Mapping[str, Any], _resources: Mapping[str, Any]) -> dict[str, Any]:
    return object_of(answer=_answer(ask))


def _answer(ask: Mapping[str, Any]) -> dict[str, Any]:
    kind = ask["answer_type"]
    if kind == "json":
        return dict(ask["schema"])
    if kind == "numeric" and ask.get("unit") == "clock":
        return text_like(_CLOCK)
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    return {"type": "string"} | ({"enum": ask["choices"]} if "choices" in ask else {})


_SECTION = re.compile(rb"^(\[[a-z_.]+\]\n)(.*?)(?=^\[|\Z)", re.MULTILINE | re.DOTALL)


def _files() -> dict[str, bytes]:
    """Return every prompt, whole.

    ``closed-brief`` has its own sections and the others of ``closed.3``; ``closed.2`` is
    ``closed.3`` that states each schema in full.
    """
    files = prompt_files("digesta.scorers.closed")
    for name, text in list(files.items()):
        whole = files["closed.3." + name.rpartition(".")[2]]
        if name.startswith("closed.3"):
            files[name.replace("3", "2")] = text.replace(b"{schema_once}", b"{schema}")
        else:
            files[name] = _with_sections(whole, dict(_SECTION.findall(text)))
    return files


def _with_sections(text: bytes, own: Mapping[bytes, bytes]) -> bytes:
    return _SECTION.sub(lambda part: part[1] + own.get(part[1], part[2]), text)


PROMPT = PromptForm(
    default="closed.3",
    files=_files,
    sections=_sections,
    reply=_reply,
    schema=_schema,
    wrapped=True,
)


_CELLS: Mapping[str, CellForm] = {"numeric": "number", "boolean": "boolean", "json": "object"}


def _cell(ask: Mapping[str, Any]) -> CellForm:
    kind: str = ask["answer_type"]
    clock = kind == "numeric" and ask.get("unit") == "clock"
    return "clock" if clock else _CELLS.get(kind, "text")


def _sheet_lines(
    question: Question, words: Mapping[str, str], _resources: Mapping[str, Any]
) -> list[str]:
    ask = question.ask
    kind, unit = ask["answer_type"], ask.get("unit")
    if kind == "json":
        return [words["schema"], shown_json(ask["schema"])]
    if kind == "boolean":
        return [words["boolean"]]
    if kind == "numeric":
        name = "clock" if unit == "clock" else "unit" if unit else "number"
        return [words[name].format(unit=unit_name(unit or "", question.language))]
    if ask.get("labels"):
        return [words["label"]]
    return [words["choice" if ask.get("choices") else "word"]]


SHEET = SheetForm(_cell, _sheet_lines)
