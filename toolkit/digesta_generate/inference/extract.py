r"""``answer/1``: how an answer is read from what a model said. Never a guess.

First, what a model thinks aloud is left out: all up to the last ``</think>``. Then, by the type of
the answer:

| asked for | the answer is |
| --- | --- |
| a word, a choice, yes or no, a number | what follows ``Answer:`` (or the word of the question's language, see ``WORDS``) in the last line that begins so, or the next line where nothing follows; a reply of one line is the answer itself |
| … a choice with labels | as above; “label, mark, the very text of its choice” is that choice |
| … a number with a unit | as above, without that unit after it |
| a JSON object | the last fenced block that is one, else the last balanced ``{…}`` that is one |
| anything, constrained | the member ``answer`` of the object that the reply is |

Around an answer, Markdown emphasis, quotation marks, brackets and one full stop at the end are left
out, unless a choice is written so. In a reply that was cut at the limit the last, unfinished line
holds no answer; an object in it that is whole does. Where nothing is found, the answer is the reply's text, at most 2,000 characters:
it will be wrong or unreadable, and everybody can see why. Nothing said is an abstention (null).
Characters that no submission may hold become U+FFFD.
"""  # noqa: E501 - a table's rows

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from digesta.intake import strict_parse
from digesta.intake.characters import has_mark_run, wrong_characters
from digesta.intake.limits import LIMITS

LONGEST = 2000
"""Characters of an answer that is the reply's text."""

WORDS = {"en": "Answer", "fr": "Réponse", "he": "תשובה", "pt": "Resposta", "zh": "答案"}
"""Language -> the word before an answer, as the prompts ask for it; ``Answer`` is read in all."""

_PAIRS = ("**", "__", "*", "_", "`", '"', "'", "“”", "«»", "„“", "‘’", "()", "[]", "{}", "「」")
_STOPS = (".", "。")
_AFTER_LABEL = ".):：-–— \t"
_FENCE = re.compile(r"^```[a-z]*[ \t]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SEARCHED = 1 << 16
"""Characters from the end in which an object is looked for, and how often at most."""
_TRIES = 2000
_NOTHING = object()


def extract(text: str, ask: Mapping[str, Any], *, language: str, cut: bool = False) -> Any:
    """Give the answer in a reply's text; None where nothing was said. cut: at the limit."""
    said = text.rpartition("</think>")[2].strip()
    find = _object_in if ask.get("answer_type") == "json" else _line_in
    found = find(_whole_lines(said) if cut and find is _line_in else said, ask, language)
    if found is _NOTHING and not cut and "\n" not in said and find is _line_in:
        found = _tidy(said, ask)
    return _acceptable(said[:LONGEST] if found is _NOTHING else found)


def extract_constrained(text: str) -> Any:
    """Give the answer in a constrained reply; its text where it did not keep to the schema."""
    said = text.strip()
    value = _strict(said)
    answer = value.get("answer", _NOTHING) if isinstance(value, dict) else _NOTHING
    return _acceptable(said[:LONGEST] if isinstance(answer, list) or answer is _NOTHING else answer)


def _whole_lines(text: str) -> str:
    return text.rpartition("\n")[0]


# A word, a choice, yes or no, a number ---------------------------------------------------------


def _line_in(text: str, ask: Mapping[str, Any], language: str) -> Any:
    word = WORDS.get(language.partition("-")[0], WORDS["en"])
    begin = re.compile(
        rf"[\s>*_#`-]*(?:{word}|{WORDS['en']})[*_`\s]*[:：](.*)", re.IGNORECASE | re.DOTALL
    )
    lines = [line for line in text.split("\n") if line.strip()]
    for index in range(len(lines) - 1, -1, -1):
        if match := begin.fullmatch(lines[index]):
            rest = _tidy(match[1], ask)
            following = lines[index + 1] if index + 1 < len(lines) else ""
            return rest or _tidy(following, ask) or _NOTHING
    return _NOTHING


def _tidy(text: str, ask: Mapping[str, Any]) -> str:
    """Take off what stands around an answer, until a choice or a bare answer is left."""
    names = {*(ask.get("choices") or ()), *(ask.get("labels") or ())}
    text = text.strip()
    while text not in names and (shorter := _less(text)) != text:
        text = shorter
    return _FORMS.get(str(ask.get("answer_type")), _as_is)(text, ask)


def _less(text: str) -> str:
    for pair in _PAIRS:
        first, last = (pair[0], pair[1]) if pair[0] != pair[-1] else (pair, pair)
        if len(text) > len(first + last) and text.startswith(first) and text.endswith(last):
            return text[len(first) : -len(last)].strip()
    # "**Answer:** yes" and "**Answer: yes**" leave one half of an emphasis.
    for mark in ("**", "__"):
        if text.count(mark) == 1 and (text.startswith(mark) or text.endswith(mark)):
            return text.replace(mark, "").strip()
    return next((text[:-1].strip() for stop in _STOPS if text.endswith(stop)), text)


def _as_is(text: str, ask: Mapping[str, Any]) -> str:  # noqa: ARG001 - a table's signature
    return text


def _labelled(text: str, ask: Mapping[str, Any]) -> str:
    for label, choice in zip(ask.get("labels") or (), ask.get("choices") or (), strict=False):
        rest = text.removeprefix("(").removeprefix(label)
        mark = rest.lstrip(_AFTER_LABEL)
        if rest not in (text, mark) and mark == choice:
            return str(choice)
    return text


def _without_unit(text: str, ask: Mapping[str, Any]) -> str:
    unit = ask.get("unit")
    return text.removesuffix(unit).rstrip() if isinstance(unit, str) else text


_FORMS: dict[str, Callable[[str, Mapping[str, Any]], str]] = {
    "mcq": _labelled,
    "numeric": _without_unit,
}


# A JSON object ---------------------------------------------------------------------------------


def _object_in(text: str, ask: Mapping[str, Any], language: str) -> Any:  # noqa: ARG001 - as above
    tail = text[-_SEARCHED:]
    fenced = (_strict(block.strip()) for block in reversed(_FENCE.findall(tail)))
    for value in fenced:
        if isinstance(value, dict):
            return value
    found = [value for value in map(_strict, _balanced(tail)) if isinstance(value, dict)]
    return found[-1] if found else _NOTHING


def _balanced(text: str) -> Iterator[str]:
    """Yield each outermost piece of a text that parses as a JSON object, in order."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(_TRIES):
        if at < 0:
            return
        try:
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield text[at:end]
        at = text.find("{", end)


def _strict(text: str) -> Any:
    """Give the value of a JSON text that a submission may hold, else ``_NOTHING``."""
    try:
        parsed = strict_parse(text.encode(), file="reply")
    except UnicodeEncodeError:
        return _NOTHING
    return _NOTHING if parsed.problems else parsed.value


# What a submission may hold --------------------------------------------------------------------


def _acceptable(answer: Any) -> Any:
    if not isinstance(answer, str):
        return answer
    while wrong := next(wrong_characters(answer), None):
        answer = answer.replace(wrong[1], "\ufffd")
    return None if not answer or has_mark_run(answer, LIMITS.marks) else answer
