r"""``answer/1``: how an answer is read from a model's reply. Never a guess.

First, a model's reasoning is left out: all up to the last ``</think>``, and all from a line that
begins with ``<think>`` and has no such end. Then the scorer says where the answer stands
(``PromptForm.reply``), and on a line the type of the answer decides:

| asked for | the answer is |
| --- | --- |
| a word, a choice, yes or no, a number | what follows ``Answer:`` (or the word of the question's language, see ``WORDS``) in the last line that begins so, or the next line where nothing follows; a reply of one line is the answer itself |
| … a choice with labels | as above; “label, mark, the very text of its choice” is that choice |
| … a number with a unit | as above, without that unit after it, in English or as ``units`` words it |
| a JSON object (constrained or not) | the last fenced block, of lines or within one, that is one, else the last outermost ``{…}`` between fences that is one; nothing inside a broken one |
| a free text | the whole reply, also when it was cut at the limit |
| anything whose constrained reply is wrapped (``PromptForm.wrapped``) | the member ``answer`` of the object that the reply is |

Around an answer, Markdown emphasis, quotation marks, brackets and one full stop at the end are left
out, unless a choice is written so, or it is longer than 2,000 characters. In a reply that was cut
at the limit the last, unfinished line holds no answer, but a whole object in it may; without
either, the reply is an abstention (null). Without an answer in another reply, its text is the
answer, at most 2,000 characters: it will be wrong or unreadable, and everybody can see why. The
same holds for an object or a number that no submission may hold. An empty reply is an abstention.
Characters that no submission may hold become U+FFFD.
"""  # noqa: E501 - a table's rows

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.intake import strict_parse
from digesta.intake.characters import MARKS, class_of, has_mark_run, wrong_characters
from digesta.intake.limits import LIMITS
from digesta.scorers.forms import ReplyForm
from digesta.text.units import unit_name

LONGEST = 2000
"""Characters of an answer that is the reply's text, and of a line that is tidied."""

KEPT = 200_000
"""Characters of any text on record: at most 800,000 bytes, so that its line can be read again."""

WORDS = {"en": "Answer", "fr": "Réponse", "he": "תשובה", "pt": "Resposta", "zh": "答案"}
"""Language -> the word before an answer, as the prompts ask for it; ``Answer`` is read in all."""

_PAIRS = ("**", "__", "*", "_", "`", '"', "'", "“”", "«»", "„“", "‘’", "()", "[]", "{}", "「」")
_STOPS = (".", "。")
_AFTER_LABEL = ".):：-–— \t"
_FENCE = re.compile(r"^```[a-z]*[ \t]*\n?(.*?)(?:^```|```[ \t]*$)", re.MULTILINE | re.DOTALL)
_FENCE_LINE = re.compile(r"^```.*$", re.MULTILINE)
_UNCLOSED = re.compile(r"^[ \t]*<think>", re.MULTILINE)
_SYNTAX = re.compile(r'[{}"]|\\.', re.DOTALL)
_NOTHING = object()


def extract(
    text: str,
    ask: Mapping[str, Any],
    *,
    language: str,
    form: ReplyForm,
    cut: bool = False,
) -> Any:
    """Return the answer in a reply's text; None for an abstention.

    form: where it stands. cut: the reply ended at the limit.
    """
    text = _UNCLOSED.split(text.rpartition("</think>")[2], maxsplit=1)[0]
    whole = text.strip()
    if form == "text":
        return clean(whole) or None
    if form == "object":
        answer = _object_in(whole)
    else:
        answer = _line_in(text.rpartition("\n")[0] if cut else whole, ask, language)
        if answer is _NOTHING and not cut and "\n" not in whole:
            answer = _tidy(whole, ask, language)
    return None if cut and answer is _NOTHING else _acceptable(answer, whole)


def extract_from_object(text: str) -> Any:
    """Return the answer in a constrained reply; its text where it did not keep to the schema."""
    whole = text.strip()
    value = _strict(whole)
    answer = value.get("answer", _NOTHING) if isinstance(value, dict) else _NOTHING
    return _acceptable(_NOTHING if isinstance(answer, list) else answer, whole)


def clean(text: str) -> str:
    """Return a text as a record may hold it: wrong characters become U+FFFD, its end is cut."""
    text = text[:KEPT]
    while wrong := next(wrong_characters(text), None):
        text = text.replace(wrong[1], "\ufffd")
    return _mark_runs().sub("\ufffd", text) if has_mark_run(text, LIMITS.marks) else text


@lru_cache(maxsize=1)
def _mark_runs() -> re.Pattern[str]:
    return re.compile(f"[{class_of(MARKS)}]{{{LIMITS.marks + 1},}}")


# A word, a choice, yes or no, a number ---------------------------------------------------------


def _line_in(text: str, ask: Mapping[str, Any], language: str) -> Any:
    word = WORDS.get(language.partition("-")[0], WORDS["en"])
    begin = re.compile(
        rf"[\s>*_#`-]*(?:{word}|{WORDS['en']})[*_`\s]*[:：](.*)", re.IGNORECASE | re.DOTALL
    )
    lines = [line for line in text.split("\n") if line.strip()]
    for index in range(len(lines) - 1, -1, -1):
        if match := begin.fullmatch(lines[index]):
            rest = _tidy(match[1], ask, language)
            following = lines[index + 1] if index + 1 < len(lines) else ""
            return rest or _tidy(following, ask, language) or _NOTHING
    return _NOTHING


def _tidy(text: str, ask: Mapping[str, Any], language: str) -> str:
    """Take off what stands around an answer, until a choice or a bare answer is left."""
    names = {*(ask.get("choices") or ()), *(ask.get("labels") or ())}
    text = text.strip()
    if len(text) > LONGEST:
        return text  # each step copies it: a line of a hundred thousand stops would take minutes
    while text not in names and (shorter := _less(text)) != text:
        text = shorter
    match ask.get("answer_type"):
        case "mcq":
            return _without_label(text, ask)
        case "numeric":
            return _without_unit(text, ask.get("unit"), language)
    return text


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


def _without_label(text: str, ask: Mapping[str, Any]) -> str:
    for label, choice in zip(ask.get("labels") or (), ask.get("choices") or (), strict=False):
        rest = text.removeprefix("(").removeprefix(label)
        mark = rest.lstrip(_AFTER_LABEL)
        if rest not in (text, mark) and mark == choice:
            return str(choice)
    return text


def _without_unit(text: str, unit: Any, language: str) -> str:
    if not isinstance(unit, str):
        return text
    return text.removesuffix(unit).removesuffix(unit_name(unit, language)).rstrip()


# A JSON object ---------------------------------------------------------------------------------


def _object_in(text: str) -> Any:
    fenced = [block.strip() for block in _FENCE.findall(text)]
    pieces = [piece for part in _FENCE_LINE.split(text) for piece in _outermost(part)]
    for piece in (*reversed(fenced), *reversed(pieces)):
        if isinstance(value := _strict(piece), dict):
            return value
    return _NOTHING


def _outermost(text: str) -> Iterator[str]:
    """Yield each outermost ``{…}`` of a text, as JSON would end it; nothing in one without end."""
    begin, depth, quoted = 0, 0, False
    for mark in _SYNTAX.finditer(text):
        sign = mark[0]
        if sign == '"':
            quoted = depth > 0 and not quoted
        elif sign == "{" and not quoted:
            begin = begin if depth else mark.start()
            depth += 1
        elif sign == "}" and depth and not quoted:
            depth -= 1
            if not depth:
                yield text[begin : mark.end()]


def _strict(text: str) -> Any:
    """Return the value of a JSON text that a submission may hold, else ``_NOTHING``."""
    try:
        parsed = strict_parse(text.encode(), file="reply")
    except UnicodeEncodeError:
        return _NOTHING
    return _NOTHING if parsed.problems else parsed.value


# What a submission may hold --------------------------------------------------------------------


def _acceptable(answer: Any, whole: str) -> Any:
    """Return an answer as a submission may hold it; without one, the whole reply."""
    if answer is _NOTHING or not (isinstance(answer, str) or _can_be_read_again(answer)):
        answer = whole[:LONGEST]
    if not isinstance(answer, str):
        return answer
    answer = answer[:KEPT]
    return None if not answer or has_mark_run(answer, LIMITS.marks) else clean(answer)


def _can_be_read_again(answer: Any) -> bool:
    # The canonical form of a value within the limits may exceed them, one level deeper.
    line = canonical_bytes({"question_id": "q" * LIMITS.name_chars, "answer": answer})
    return not strict_parse(line, file="reply").problems
