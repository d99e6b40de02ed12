r"""``answer/3``: how an answer is read from a model's reply. Never a guess.

``digesta.text.replies`` says which part of a reply is its answer: reasoning and special tokens are
left out, then the scorer says where to look (``PromptForm.reply``):

| asked for | the answer is |
| --- | --- |
| yes or no, a choice, a number, a time | what the reply gives as its one answer, in plain letters and digits: the word, the choice (or its label where that stands without its text), the number without its unit |
| a word | what an introduction, a box or emphasis names, else the reply itself where it is one line |
| a JSON object (constrained or not) | the last fenced block that is one, else the last outermost ``{…}`` between fences that is one; nothing inside a broken one; without one, its members on lines or in rows, each once |
| an object whose only member is a list | the same, or the list alone: elements, records that name them, rows of a table, ``b > a`` |
| a free text | the whole reply, also when it was cut at the limit |
| anything whose constrained reply is wrapped (``PromptForm.wrapped``) | the member ``answer`` of the object that the reply is |

In a reply that was cut at the limit the last, unfinished line holds no answer, but a whole object
in it may; without either, the reply is an abstention (null). Without an answer in another reply,
the words that it introduces as one are the answer, else its text, at most 2,000 characters: it will
be wrong or unreadable, and everybody can see why. The same holds for an object or a number that no
submission may hold. An empty reply is an abstention. Characters that no submission may hold become
U+FFFD.
"""  # noqa: E501 - a table's rows

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.intake import strict_parse
from digesta.intake.characters import MARKS, class_of, has_mark_run, wrong_characters
from digesta.intake.limits import LIMITS
from digesta.scorers.forms import ReplyForm
from digesta.scorers.shared.objects import fit, object_in, without_wrapper
from digesta.text.readers import AnswerKind, answer_of
from digesta.text.replies import own_words

LONGEST = 2000
"""Characters of an answer that is the reply's text."""

KEPT = 200_000
"""Characters of any text on record: at most 800,000 bytes, so that its line can be read again."""


def extract(
    text: str,
    ask: Mapping[str, Any],
    *,
    language: str,
    form: ReplyForm,
    cut: bool = False,
    schema: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Return the answer in a reply's text; None for an abstention.

    form: where it stands. cut: the reply ended at the limit. schema: of an object.
    """
    whole = own_words(text).strip()
    if form == "text":
        return clean(whole) or None
    answer: Any
    if form == "object":
        answer = object_in(text, schema={} if cut else schema)
        answer = answer and without_wrapper(answer, schema)
        if answer and schema and "answer_type" not in ask:
            answer = fit(answer, schema, AnswerKind.of(ask, language))
    else:
        kind = AnswerKind.of(ask, language)
        lead = answer_of(text.rpartition("\n")[0], kind) if cut else None
        answer = (lead.answer if lead else None) if cut else _line_in(text, kind)
    return None if cut and answer is None else _acceptable(answer, whole)


def _line_in(text: str, kind: AnswerKind) -> str | None:
    lead = answer_of(text, kind)
    if lead is not None:
        return lead.answer
    words = answer_of(text, kind._replace(answer_type="words"))
    # Words that would be read were not taken because another answer contradicts them.
    return words.answer if words and answer_of(words.answer, kind) is None else None


def extract_from_object(text: str) -> Any:
    """Return the answer in a constrained reply; its text where it did not keep to the schema."""
    value = object_in(text)
    whole = own_words(text).strip()
    if value is None or "answer" not in value or isinstance(value["answer"], list):
        return _acceptable(None, whole)
    return None if value["answer"] is None else _acceptable(value["answer"], whole)


def clean(text: str) -> str:
    """Return a text as a record may hold it: wrong characters become U+FFFD, its end is cut."""
    text = text[:KEPT]
    while wrong := next(wrong_characters(text), None):
        text = text.replace(wrong[1], "\ufffd")
    return _mark_runs().sub("\ufffd", text) if has_mark_run(text, LIMITS.marks) else text


@lru_cache(maxsize=1)
def _mark_runs() -> re.Pattern[str]:
    return re.compile(f"[{class_of(MARKS)}]{{{LIMITS.marks + 1},}}")


# What a submission may hold --------------------------------------------------------------------


def _acceptable(answer: Any, whole: str) -> Any:
    """Return an answer as a submission may hold it; without one, the whole reply."""
    if answer is None or not (isinstance(answer, str) or _can_be_read_again(answer)):
        answer = whole[:LONGEST]
    if not isinstance(answer, str):
        return answer
    answer = answer[:KEPT]
    return None if not answer or has_mark_run(answer, LIMITS.marks) else clean(answer)


def _can_be_read_again(answer: Any) -> bool:
    # The canonical form of a value within the limits may exceed them, one level deeper.
    line = canonical_bytes({"question_id": "q" * LIMITS.name_chars, "answer": answer})
    return not strict_parse(line, file="reply").problems
