"""What a question asks for: the schema of a part, how a pool writes it, how the turn says it."""

from __future__ import annotations

import re
from typing import Any

from authoring.lines import object_schema

Schema = dict[str, Any]
WORDS = {
    "en": {
        "ask": "Answer with a JSON object with the keys {first} to {last}, each {each}.",
        "choices": "with one of: {choices}",
        "object": "an object with {members}",
        "and": " and ",
        "boolean": "true or false",
        "integer": "a whole number",
        "enum": "one of: {choices}",
    },
    "he": {
        "ask": "יש להשיב באובייקט JSON עם המפתחות {first} עד {last}, ולכל {each}.",
        "choices": "מפתח אחת מן התשובות: {choices}",
        "object": "אחד אובייקט ובו {members}",
        "and": " ו-",
        "boolean": "true או false",
        "integer": "מספר שלם",
        "enum": "אחת מאלה: {choices}",
    },
}


def member(kind: str) -> Schema:
    """Return the schema of a kind as pools write it."""
    if kind == "bool":
        return {"type": "boolean"}
    if match := re.fullmatch(r"int:(\d+)-(\d+)", kind):
        return {"type": "integer", "minimum": int(match[1]), "maximum": int(match[2])}
    if match := re.fullmatch(r"enum\((.+)\)", kind):
        return {"type": "string", "enum": match[1].split("/")}
    raise ValueError(f"no kind {kind!r}: write bool, int:LOW-HIGH or enum(A/B)")


def part_schema(choices: str) -> Schema:
    """Return the schema of one part's answer."""
    if choices.startswith("object:"):
        pieces = re.split(r",(?![^(]*\))", choices.removeprefix("object:"))
        named = [piece.split(":", 1) for piece in pieces]
        return object_schema({name: member(kind) for name, kind in named})
    if choices.startswith("int:"):
        return member(choices)
    return {"type": "string", "enum": choices.split("|")}


def value(schema: Schema, written: str) -> Any:
    """Return the answer that a pool writes for a part, or for a member of one."""
    if schema["type"] == "object":
        pairs = zip(schema["properties"].items(), written.split(","), strict=True)
        return {name: member_value(kind, piece.strip()) for (name, kind), piece in pairs}
    if schema["type"] == "integer":
        return int(written)
    return schema["enum"][int(written) - 1]


def member_value(schema: Schema, written: str) -> Any:
    """Return the value of a member, which a pool writes in full."""
    if schema["type"] == "boolean":
        return {"true": True, "false": False}[written]
    if schema["type"] == "integer":
        return int(written)
    return schema["enum"][schema["enum"].index(written)]


def request(language: str, keys: str, schema: Schema) -> str:
    """Return the last line of the turn, which says the form of the answer."""
    words = WORDS[language]
    if schema["type"] == "object":
        each = words["object"].format(members=members(language, schema))
    elif "enum" in schema:
        each = words["choices"].format(choices="; ".join(schema["enum"]))
    else:
        each = words["integer"] if language == "en" else f"אחד {words['integer']}"
    return words["ask"].format(first=keys[0], last=keys[-1], each=each)


def members(language: str, schema: Schema) -> str:
    """Return the members of an object and their allowed values, in words."""
    words = WORDS[language]
    kinds = {
        name: words["enum"].format(choices="; ".join(kind["enum"]))
        if "enum" in kind
        else words[kind["type"]]
        for name, kind in schema["properties"].items()
    }
    return words["and"].join(f'"{name}" ({kind})' for name, kind in kinds.items())
