"""The types of answer that questions ask for: when each is right, in words and worked examples.

The words describe the scorer ``closed``; the examples are marked by it when the page is made,
so that they cannot say otherwise than it does.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from digesta.scorers.base import Response, Scorer
from digesta.site.values import SiteRelease
from digesta.site.words import percent

SCORER = "closed"
"""The scorer whose types have words here."""


class AnswerType(NamedTuple):
    """A type of answer.

    title: what is answered. right: one sentence on when an answer is right. rule: the rest of
    the rule, a sentence each. ask, truth: of a question that ``answers`` are given to.
    """

    title: str
    right: str
    rule: tuple[str, ...]
    ask: Mapping[str, Any]
    truth: Any
    answers: tuple[Any, ...]


_NAMES = {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 4}

ANSWER_TYPES: Mapping[str, AnswerType] = MappingProxyType(
    {
        "enum": AnswerType(
            "a text",
            "Right when its normal form is that of the answer, or of another accepted one.",
            (
                "Both sides pass through the normaliser that the question names.",
                "Any other text is wrong.",
                "What is no text, and a text of which normalising leaves nothing, is unreadable.",
            ),
            {"answer_type": "enum"},
            "Rav Ashi",
            ("rav  ashi.", "“RAV ASHI”", "Ravina", "...", 7),
        ),
        "mcq": AnswerType(
            "one of the choices shown",
            "Right when it names a right choice: by its text, its label, or its number from 0.",
            (
                "Texts and labels are compared in their normal forms.",
                (
                    "A number names a choice by its place, the first being 0; a digit in a text "
                    "does not, and true and false do not."
                ),
                "What names no choice, or several at once, is unreadable.",
            ),
            {
                "answer_type": "mcq",
                "choices": ["dairy", "meat", "parve"],
                "labels": ["A", "B", "C"],
            },
            "parve",
            ("Parve.", "c", 2, "2", "A and C", "dairy"),
        ),
        "boolean": AnswerType(
            "yes or no",
            "Right when it says what the truth says: true or false, or yes or no in the "
            "question's language.",
            (
                "The words true and false are read in every language.",
                "A number, and any other text, is unreadable.",
            ),
            {"answer_type": "boolean"},
            True,  # noqa: FBT003 - what is right, and no switch
            (True, "Yes!", "no", "probably", 1),
        ),
        "numeric": AnswerType(
            "a number or a time of day",
            "Right when it lies within the question's tolerance of the truth, both ends included.",
            (
                "Numbers are compared as exact decimals; without a tolerance they must be equal.",
                (
                    "A text is read by the numerals that the question names; a time of day is "
                    "HH:MM on the 24-hour clock, compared in minutes."
                ),
                "A relative tolerance is a share of the truth.",
                "What writes no number is unreadable.",
            ),
            {
                "answer_type": "numeric",
                "unit": "minutes",
                "tolerance": {"amount": "2", "kind": "absolute"},
            },
            18,
            (20, "16.0", "20.5", "-18", "18 minutes"),
        ),
        "json": AnswerType(
            "an object",
            "Right when it satisfies the question's schema and equals a truth, member by member.",
            (
                "Texts inside are compared in their normal forms, numbers by value; true is not 1.",
                "What the schema enumerates must be written as it stands there.",
                "Lists are compared in order, unless the question says that theirs has none.",
                "The text of an object is read as that object; any other text is unreadable.",
                "An object that breaks the schema is wrong.",
            ),
            {
                "answer_type": "json",
                "schema": {
                    "type": "object",
                    "properties": {"names": _NAMES},
                    "required": ["names"],
                    "additionalProperties": False,
                },
                "unordered": ["/names"],
            },
            {"names": ["Abaye", "Rava"]},
            (
                {"names": ["Rava", "abaye"]},
                '{"names": ["Abaye", "Rava"]}',
                {"names": ["Rava"]},
                {"names": []},
                "Abaye and Rava",
            ),
        ),
    }
)


def anchor(answer_type: str) -> str:
    """Return the anchor of a type on the page of methodology; empty for one without words."""
    return f"answer-type-{answer_type}" if answer_type in ANSWER_TYPES else ""


def types_under(release: SiteRelease, split: str, place: tuple[str, ...]) -> list[dict[str, Any]]:
    """Count the questions under a place by answer type, the most frequent first.

    Types that have no words here stand with their name alone. Empty where no question under
    the place has a type.
    """
    counts: Counter[str] = Counter()
    for (of, *path, name), n in release.asked_types.items():
        if of == split and tuple(path[: len(place)]) == place:
            counts[name] += n
    total = counts.total()
    return [
        {
            "type": name,
            "title": ANSWER_TYPES[name].title if name in ANSWER_TYPES else "",
            "right": ANSWER_TYPES[name].right if name in ANSWER_TYPES else "",
            "anchor": anchor(name),
            "n": n,
            "share": percent(n / total),
        }
        for name, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def rules(scorers: Mapping[str, Scorer[Any]]) -> list[dict[str, Any]]:
    """Return the whole rule of each type, with examples where the scorer is at hand."""
    scorer = scorers.get(SCORER)
    return [
        {
            "type": name,
            "anchor": anchor(name),
            "title": kind.title,
            "right": kind.right,
            "rule": list(kind.rule),
            "asked": _ask_text(kind),
            "examples": _examples(scorer, kind) if scorer else [],
        }
        for name, kind in ANSWER_TYPES.items()
    ]


def _ask_text(kind: AnswerType) -> str:
    more = {key: value for key, value in kind.ask.items() if key not in {"answer_type", "schema"}}
    more_text = f"; asked with {_json(more)}" if more else ""
    return f"right is {_json(kind.truth)}{more_text}"


def _examples(scorer: Scorer[Any], kind: AnswerType) -> list[dict[str, str]]:
    question = {"ask": dict(kind.ask), "language": "en"}
    prepared = scorer.prepare(question, {"answer": kind.truth}, {})
    examples = []
    for answer in kind.answers:
        status, _, because = scorer.why(prepared, Response(answer)).partition(": ")
        examples.append({"answer": _json(answer), "status": status, "why": because})
    return examples


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
