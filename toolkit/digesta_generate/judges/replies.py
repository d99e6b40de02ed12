"""What a model that judges may reply: a JSON Schema for each thing asked, and the strict reader.

A reply holds one JSON object, which ``answer/3`` takes out of whatever surrounds it and which is
then held to its schema. A verdict or a confidence may be written as models write it
(``decision_of``); a key that was not asked for is dropped. Keys stand in the order of the alphabet,
in which a request's canonical bytes have them and some servers make a model write them: passages
and reasons come before what is decided. Every text and list is bounded: a small model would go on
to its limit of tokens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator

from digesta.intake import LIMITS
from digesta.package_files import json_file
from digesta.scorers.shared.objects import fit, object_in
from digesta.scorers.shared.reply import BOOLEAN, object_of
from digesta.text.readers import AnswerKind
from digesta.text.replies import any_of

SURENESS = (0, 25, 50, 75, 100)
"""Percent: the steps of confidence that a judge may name."""

CATEGORIES = (
    "article_reference",
    "jurisprudence",
    "date_fact",
    "institution",
    "legal_rule",
    "other_fact",
)
CHOICES = ["first", "second", "tie"]
SEVERITIES = ("critical", "major", "minor")

Schema = dict[str, Any]


class Bounds(NamedTuple):
    """How much a reply may hold: counts, and characters of one text."""

    passages: int = 4
    passage_chars: int = 160
    analysis_chars: int = 160
    claims: int = 20
    assertions: int = 20
    claim_chars: int = 160


TINY = Bounds(
    passages=1, passage_chars=64, analysis_chars=32, claims=4, assertions=3, claim_chars=48
)
"""For a model that writes thirty tokens a second: a criterion's reply has about 80, 140 if it is
all digits."""


class ReadReply(NamedTuple):
    """A reply as it was read: its value, or what is wrong with it."""

    value: Any = None
    fault: str = ""


def read(text: str, schema: Schema) -> ReadReply:
    """Return a reply as it is read. A fault names a place and a rule, never its words."""
    own = schema["properties"]
    others = {name: own[member] for name, member in _NAMES.items() if member in own}
    value = object_in(text, schema={"properties": own | others})
    if value is None:
        return ReadReply(fault="not one JSON object")
    value = decision_of(fit(value, schema, _KIND), schema)
    errors = sorted(
        Draft202012Validator(schema).iter_errors(value), key=lambda error: error.json_path
    )
    if errors:
        first = errors[0]
        # Of a key that is too many the path tells what the reply says; the rule alone does not.
        return ReadReply(
            fault=f"{first.json_path}: {first.validator} {first.validator_value!r}"[:200]
        )
    return ReadReply(value)


def decision_of(value: Any, schema: Schema) -> Any:
    """Return a reply with verdicts as true or false and confidence in the steps of the schema.

    >>> decision_of("Not met", {"type": "boolean"}), decision_of("90%", {"enum": list(SURENESS)})
    (False, 100)
    """
    if isinstance(value, dict) and "properties" in schema:
        names = {name: name.lower().replace(" ", "_") for name in reversed(value)}
        members = {_NAMES.get(form, name): value[name] for name, form in names.items()} | value
        return {
            name: decision_of(members[name], inner)
            for name, inner in schema["properties"].items()
            if name in members
        }
    if schema.get("type") == "array":
        texts = [value] if isinstance(value, str) else [] if value is None else value
        texts = [text for text in texts if text != ""] if isinstance(texts, list) else texts
        within = texts[: schema["maxItems"]] if isinstance(texts, list) else []
        return [decision_of(each, schema["items"]) for each in within] if within else texts
    if isinstance(value, dict) and len(value) == 1:
        [value] = value.values()
    if schema.get("type") == "string":
        lines = isinstance(value, list) and all(isinstance(line, str) for line in value)
        value = "\n".join(value) if lines else value
        return value[: schema["maxLength"]] if isinstance(value, str) else value
    return value if isinstance(value, dict | list) else _scalar_of(value, schema)


def _scalar_of(value: Any, schema: Schema) -> Any:
    word = value.strip(" .*`").lower() if isinstance(value, str) else value
    if schema.get("type") == "boolean":
        return _VERDICTS[word] if word in _VERDICTS else fit(value, schema, _KIND)
    if schema.get("enum") == CHOICES:
        return next((choice for choice in CHOICES if str(word) in _WORDS[choice]), value)
    return _step(word, value) if schema.get("enum") == list(SURENESS) else value


_KIND = AnswerKind("json", "en")
_WORDS: Mapping[str, list[str]] = json_file(__package__, "verdicts.json")
_OURS = ("satisfied", "sureness", "reasoning", "preferred")
_NAMES = {name: own for own in _OURS for name in _WORDS[own]}
_VERDICTS: Mapping[Any, bool] = {
    **dict.fromkeys((1, *_WORDS["met"]), True),
    **dict.fromkeys((0, *_WORDS["not_met"]), False),
}
_LEVELS = re.compile(
    "|".join(
        rf"(?P<n{step}>{any_of(_WORDS[str(step)])}(?!\w| (?:un|doubt)))" for step in SURENESS[::-1]
    )
)
_NUMBER = re.compile(
    r"(-?[0-9]{1,9}(?:[.,][0-9]{1,20})?)"
    r"(?: ?(?:(?:/|of|out of) ?([1-9][0-9]{0,8})|(%|p[a-z ]{0,5}[cz]ent)))?"
)


def _step(word: Any, value: Any) -> Any:
    """Return the nearest step of a confidence in words, percent, as a share of 1 or of another."""
    numbers, level = _NUMBER.findall(str(word)), _LEVELS.match(str(word))
    if numbers[1:] or not (numbers or level) or type(word) is bool:
        return value
    if numbers:
        digits, of, sign = numbers[0]
        number = Fraction(digits.replace(",", "."))
        percent = (
            number * 100 / int(of) if of else number * 100 if number <= 1 and not sign else number
        )
    else:
        percent = Fraction(str(level and level.lastgroup)[1:])
    return min(SURENESS, key=lambda step: abs(step - percent)) if 0 <= percent <= 100 else value  # noqa: PLR2004 - percent


def tokens_of(schema: Schema) -> int:
    """Return the most tokens of a reply: half its characters, and what a model wastes on form.

    >>> tokens_of(claims(Bounds())), tokens_of(claim(TINY))
    (2456, 512)
    """
    return max(_LEAST_TOKENS, _chars(schema) // 2 + _FORM)


def _chars(schema: Schema) -> int:
    """Return the most characters of a value of one of these schemas, about."""
    if schema.get("type") == "array":
        return int(schema["maxItems"]) * _chars(schema["items"])
    if schema.get("type") == "object":
        return sum(_KEY + _chars(part) for part in schema["properties"].values())
    return int(schema.get("maxLength", 0))


_LEAST_TOKENS, _FORM, _KEY = 512, 200, 32
"""Tokens; tokens; characters of a key with its marks, or with one of few words."""


def form_of(name: str, schema: Schema) -> dict[str, Any]:
    """Return the ``response_format`` of a request."""
    held = {"name": name, "strict": True, "schema": schema}
    return {"type": "json_schema", "json_schema": held}


def criterion(bounds: Bounds, *, evidence: bool) -> Schema:
    """Return the form of what is said of a criterion. evidence: passages are asked for."""
    passages = _list(_text(bounds.passage_chars), bounds.passages)
    return object_of(
        **({"evidence": passages} if evidence else {}),
        reasoning=_text(bounds.analysis_chars),
        satisfied=BOOLEAN,
        sureness={"enum": list(SURENESS)},
    )


def claims(bounds: Bounds) -> Schema:
    """Return the form of the list of claims."""
    claim = object_of(category={"enum": list(CATEGORIES)}, text=_text(bounds.claim_chars))
    return object_of(claims=_list(claim, bounds.claims))


def claim(bounds: Bounds) -> Schema:
    """Return the form of what is said of one claim."""
    return object_of(
        checked=_text(bounds.analysis_chars),
        hallucinated=BOOLEAN,
        severity={"enum": list(SEVERITIES)},
    )


def assertions(bounds: Bounds) -> Schema:
    """Return the form of the list of assertions."""
    assertion = object_of(
        assertion=_text(bounds.claim_chars), has_source=BOOLEAN, needs_source=BOOLEAN
    )
    return object_of(assertions=_list(assertion, bounds.assertions))


def pair(bounds: Bounds) -> Schema:
    """Return the form of a choice between two answers."""
    return object_of(checked=_text(bounds.analysis_chars), preferred={"enum": CHOICES})


def schemas(bounds: Bounds) -> dict[str, Schema]:
    """Return every form, by its name; of a criterion the one with passages."""
    return {
        "criterion": criterion(bounds, evidence=True),
        "field": criterion(bounds, evidence=False),
        "claims": claims(bounds),
        "claim": claim(bounds),
        "assertions": assertions(bounds),
        "pair": pair(bounds),
    }


def _text(most: int) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": min(most, LIMITS.passage_chars)}


def _list(inner: Schema, most: int) -> Schema:
    return {"type": "array", "items": inner, "maxItems": most}
