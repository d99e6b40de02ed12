"""The types of answer that ``closed`` marks: when each is right, in words, and examples of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from digesta.scorers.forms import AnswerRule

_NAMES = {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 4}

ANSWER_TYPES: Mapping[str, AnswerRule] = MappingProxyType(
    {
        "enum": AnswerRule(
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
        "mcq": AnswerRule(
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
        "boolean": AnswerRule(
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
        "numeric": AnswerRule(
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
        "json": AnswerRule(
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
