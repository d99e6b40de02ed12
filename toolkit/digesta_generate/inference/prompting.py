"""Prompts: versioned files in the question's language, and the messages that they make.

A file ``prompts/NAME.VERSION.LANGUAGE.txt`` holds sections, each under its ``[name]``; which ones
a question takes is the table ``FORMS``, by scorer (the part of NAME before a hyphen). The system
message gives the day of the law, the texts, and what the turns leave open; the question's own
turns follow as they are.

- ``closed``: the form of the answer, and the choices. It lets a model reason before its last line,
  ``closed-brief`` asks for that line alone.
- ``temporal``, ``penalty``: the turns say what object they ask for; the reply ends with it.
- ``extraction``: the fields of the schema that the ask names, from the release's resources.
- ``rubric``: free text, and nothing about its form.

``passages`` words what a search found, for any scorer: it stands in the last turn, below the lines
that all questions of the track begin with (a server keeps those) and before the question's own.

Rankings of a corpus (``retrieval``) are asked of no model alone: that scorer has no prompt. A
prompt is there in the languages in which there are questions. A file that was used is never
edited: another wording is another version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from digesta.canonical import digest, sha256_hex
from digesta.errors import UsageError
from digesta.records.question import Question
from digesta.scorers.extraction.records import ExtractionField
from digesta.text.units import unit_name
from digesta_generate.inference.constrain import response_format
from digesta_generate.inference.resources import NO_RESOURCES, Resources, extraction_fields
from digesta_generate.inference.systems.showing import InPrompt

DEFAULTS = {
    "closed": "closed.2",
    "extraction": "extraction.1",
    "penalty": "penalty.1",
    "rubric": "rubric.1",
    "temporal": "temporal.1",
}
"""Scorer -> the prompt that is used unless another is named."""

PASSAGES = "passages"
"""What stands in a scorer's place for the words around passages."""

PASSAGES_PROMPT = "passages.1"

_PROMPT = re.compile(r"([a-z][a-z_]*)(?:-[a-z0-9]+)*\.[1-9][0-9]*")
_SECTION = re.compile(r"^\[([a-z._]+)\]\n", re.MULTILINE)
_SLOT = re.compile(r"\{([a-z_]+)\}")


class Asked(NamedTuple):
    """A question with the messages that ask it, and their digest.

    form: the ``response_format`` that a reply is held to; None where it is free. passages: those
    that it shows; None under the condition closed_book.
    """

    question: Question
    messages: tuple[dict[str, str], ...]
    prompt_sha256: str
    form: Mapping[str, Any] | None = None
    passages: InPrompt | None = None


def asked(
    question: Question,
    prompts: Mapping[str, str],
    *,
    constrained: bool,
    resources: Resources = NO_RESOURCES,
    passages: InPrompt | None = None,
) -> Asked:
    """Return the messages of a question. prompts: scorer -> NAME.VERSION. resources: the release's.

    constrained: hold the reply to a JSON Schema, where the scorer has one. passages: to show.
    """
    name = prompts.get(question.scorer)
    form = FORMS.get(question.scorer)
    if name is None or form is None:
        known = ", ".join(sorted(FORMS))
        raise UsageError(
            f"no prompt for the scorer {question.scorer} of track {question.track}; there are: "
            f"{known}; name the tracks to answer with --track"
        )
    sections = _sections(name, question.language)
    held = response_format(question, resources) if constrained else None
    parts = form(Shown(question, held is not None, resources, sections))
    system = "\n".join(_filled(sections[key], values) for key, values in parts)
    turns = [{"role": turn.role, "content": turn.content} for turn in question.turns]
    if passages is not None and passages.used.text:
        around = _sections(prompts.get(PASSAGES, PASSAGES_PROMPT), question.language)[PASSAGES]
        turns[-1]["content"] = _with(turns[-1]["content"], passages, around)
    messages = ({"role": "system", "content": system}, *turns)
    return Asked(question, messages, digest(list(messages)), held, passages)


def _with(content: str, passages: InPrompt, around: str) -> str:
    """Return a turn with passages before the question's own words, which it ends with."""
    assert content.endswith(passages.own), "own words are the end of the last turn"
    shared = content[: len(content) - len(passages.own)]
    said = _filled(around, {PASSAGES: passages.used.text})
    return f"{shared}{said}\n{passages.own}"


def chosen(names: Sequence[str]) -> dict[str, str]:
    """Return scorer -> prompt: those named (NAME.VERSION), else the defaults; or UsageError."""
    found = dict(DEFAULTS)
    for name in names:
        match = _PROMPT.fullmatch(name)
        if match is None or not _languages(name):
            raise UsageError(f"no prompt {name!r}; there are: {', '.join(known_prompts())}")
        found[match[1]] = name
    return found


def known_prompts() -> list[str]:
    """Return every prompt that is shipped, as NAME.VERSION."""
    return sorted({name.rsplit(".", 2)[0] for name in _shipped()})


def prompt_digests(prompts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Give, for each scorer's prompt, the SHA-256 of its file in every language."""
    return {
        name: {language: sha256_hex(_text(name, language)) for language in _languages(name)}
        for name in sorted(prompts.values())
    }


def _shipped() -> list[str]:
    folder = files("digesta_generate.inference") / "prompts"
    return sorted(one.name for one in folder.iterdir() if one.name.endswith(".txt"))


def _languages(name: str) -> list[str]:
    return [one.split(".")[2] for one in _shipped() if one.startswith(f"{name}.")]


def _text(name: str, language: str) -> bytes:
    return (files("digesta_generate.inference") / "prompts" / f"{name}.{language}.txt").read_bytes()


@lru_cache
def _sections(name: str, language: str) -> dict[str, str]:
    there = _languages(name)
    tag = next((one for one in (language, language.partition("-")[0]) if one in there), None)
    if tag is None:
        raise UsageError(
            f"prompt {name} is not there in the language {language}, only in: "
            f"{', '.join(there)}; add the file prompts/{name}.{language}.txt"
        )
    parts = _SECTION.split(_text(name, tag).decode())
    return {key: text.strip("\n") for key, text in zip(parts[1::2], parts[2::2], strict=True)}


def _filled(text: str, values: Mapping[str, str]) -> str:
    # One pass: what a question says is never taken for a slot.
    return _SLOT.sub(lambda slot: values.get(slot[1], slot[0]), text)


# Which sections a question takes, and what stands in their slots -------------------------------

Part = tuple[str, dict[str, str]]


class Shown(NamedTuple):
    """What sections follow from. constrained: the reply is held to a schema."""

    question: Question
    constrained: bool
    resources: Resources
    sections: Mapping[str, str]


def _closed(shown: Shown) -> list[Part]:
    question, constrained = shown.question, shown.constrained
    ask = question.ask
    kind = ask["answer_type"]
    json_line = ".json" if kind == "json" else ""
    parts: list[Part] = [
        ("task", {}),
        *_law(question),
        (_closed_form(ask, constrained), _slots(ask, question.language)),
        ("constrained", {}) if constrained else (f"line{json_line}", {}),
    ]
    return parts + _sources(question) + _choices(ask)


def _closed_form(ask: Mapping[str, object], constrained: bool) -> str:  # noqa: FBT001 - as above
    kind, unit = str(ask["answer_type"]), ask.get("unit")
    if kind == "numeric" and unit is not None:
        return "numeric.clock" if unit == "clock" else "numeric.unit"
    if kind == "boolean" and constrained:
        return "boolean.constrained"
    # A constrained answer is a choice's text: labels may be digits, and then mean positions.
    if kind == "mcq" and ask.get("labels") and not constrained:
        return "mcq.labels"
    return f"{kind}.choices" if ask.get("choices") else kind


def _slots(ask: Mapping[str, object], language: str) -> dict[str, str]:
    schema = json.dumps(ask.get("schema"), ensure_ascii=False, sort_keys=True)
    unit = str(ask.get("unit", ""))
    return {"unit": unit, "unit_name": unit_name(unit, language), "schema": schema}


def _law(question: Question) -> list[Part]:
    return [("law_as_of", {"date": question.law_as_of})] if question.law_as_of else []


def _sources(question: Question) -> list[Part]:
    shown = question.shown_sources or []
    parts: list[Part] = [("source", {"title": one.title, "text": one.text}) for one in shown]
    return [("sources", {}), *parts] if parts else []


def _choices(ask: Mapping[str, object]) -> list[Part]:
    choices = ask.get("choices") or []
    assert isinstance(choices, list), "the release was checked"
    labels = ask.get("labels")
    if isinstance(labels, list):
        pairs = zip(labels, choices, strict=True)
        return [("choices", {}), *(("choice.label", {"label": a, "text": b}) for a, b in pairs)]
    parts: list[Part] = [("choice", {"text": text}) for text in choices]
    return [("choices", {}), *parts] if parts else []


def _free_text(shown: Shown) -> list[Part]:
    question = shown.question
    return [("task", {}), *_law(question), *_sources(question)]


def _object(shown: Shown) -> list[Part]:
    """Return the sections of a question whose turns say what object they ask for."""
    question = shown.question
    return [("task", {}), *_law(question), _end(shown), *_sources(question)]


def _case(shown: Shown) -> list[Part]:
    # Each case dates its law in its turns: said here too, no two would begin alike, and a server
    # would read the long instruction that they share anew for each.
    return [part for part in _object(shown) if part[0] != "law_as_of"]


def _end(shown: Shown) -> Part:
    return ("constrained" if shown.constrained else "line", {})


def _extraction(shown: Shown) -> list[Part]:
    question = shown.question
    fields = extraction_fields(question.ask, shown.resources)
    listed = [_field(field, shown.sections) for field in fields]
    parts: list[Part] = [("task", {}), *_law(question), ("fields", {}), *listed, _end(shown)]
    return parts + _sources(question)


def _field(field: ExtractionField, sections: Mapping[str, str]) -> Part:
    unit = ".unit" if field.kind == "number" and field.unit else ""
    choices = ", ".join(json.dumps(one, ensure_ascii=False) for one in field.choices or {})
    slots = {"unit": field.unit or "", "choices": choices}
    form = _filled(sections[f"form.{field.kind}{unit}"], slots)
    said = {"pointer": field.pointer, "form": form, "about": field.about}
    return ("field.set" if field.set_ else "field", said)


FORMS: dict[str, Callable[[Shown], list[Part]]] = {
    "closed": _closed,
    "extraction": _extraction,
    "penalty": _case,
    "rubric": _free_text,
    "temporal": _object,
}
"""Scorer -> the sections of its prompts that a question takes."""
