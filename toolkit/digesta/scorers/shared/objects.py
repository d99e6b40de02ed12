"""Answers that are JSON objects, or text that holds one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from types import MappingProxyType
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.errors import InputError
from digesta.intake import strict_json, strict_parse
from digesta.text.normal_form import he_1
from digesta.text.other_words import rows_as_lines
from digesta.text.readers import NEWEST, AnswerKind, answer_of
from digesta.text.replies import RULES, fold, legible, own_words, plain

_FENCE = re.compile(
    r"^(```+|~~~+)[ \t]*[\w+-]*[ \t]*\n?(.*?)(?:^\1|\1[ \t]*$)", re.MULTILINE | re.DOTALL
)
_FENCE_MARK = re.compile(r"^(?:```+|~~~+)[^\n{]*|(?:```+|~~~+)[ \t]*$", re.MULTILINE)
_SYNTAX = re.compile(r'[{}"]|\\.', re.DOTALL)
# One without end takes the rest, so that no text is read twice.
_STRING = r'(?P<text>"(?:[^"\\]|\\.)*+(?:"|\Z))'
_LOOSE = tuple(
    re.compile(f"{_STRING}|{more}", re.DOTALL)
    for more in (r"//[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/", r",(?=\s*[}\]])")
)
"""What does not count in JSON, outside texts: comments, then commas at an end."""
_OTHERWISE = re.compile(_STRING + RULES["quoted"], re.DOTALL)
_WORDS = {"True": "true", "False": "false", "None": "null"}
"""Texts and words as Python and word processors write them, and what is JSON."""


def readable(answer: Any) -> dict[str, Any] | None:
    """Return the object that an answer is, or that its text strictly parses to; else None."""
    if type(answer) is str:
        try:
            answer = strict_json(answer.encode("utf-8", "surrogatepass"), file="answer")
        except InputError:
            return None
    return answer if type(answer) is dict else None


_NEWER = str.maketrans("«»`\u00a0\u202f", '"""  ')
_KEY = re.compile(r"(?<=[{,\n])(\s{0,40})([A-Za-z_]\w{0,60})(?=\s{0,9}:)")
_NO_COMMA = re.compile(r"(?<=[\"\]}0-9])(?=\s{0,9}\n\s{0,40}\")")


_QUOTED = re.compile(r'([^\s{\[,:\\]\s{0,9})"(?=\s{0,9}[^\s,:}\]])')
_LIST = re.compile(r"\[[^\[\]{}]{1,4000}\]")
_RECORDS = re.compile(r"\[\s{0,40}\{")
_ID = re.compile(r"(?i)(?:^|[_ ])(?:id|identifier|doc(?:ument)?|case|item|step|option|name)$")
_REASON = re.compile(
    r"(?i)(?:reason|explanation|rationale|justification|analysis|note|comment|confidence)"
)
_BETWEEN = re.compile(r"[>,;、；，≻→⟶⇒]+|[-=]>|\\(?:succ|to|rightarrow|gt)(?![a-z])")
_EDGES = " \t\n*_`\"'“”«»()[].。,-•"
_ELEMENT = re.compile(RULES["element"])


def object_in(
    reply: str, version: int = NEWEST, schema: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any] | None:
    """Return the object that a reply's own words hold: its last fenced one, else the last of all.

    Comments, commas at an end, other quotes and lines broken within texts do not count; from
    ``answer/3`` on, neither do missing quotes and commas, doubled braces, escapes around all and
    quotation marks within texts. Nothing inside a broken object is taken. Without an object, a list
    is the schema's only member: elements, records that name them, rows of a table, ``b > a``; and
    lines or rows hold members, each once: ``days: 15``.
    """
    text = own_words(reply)
    fenced = [block[1].strip() for block in _FENCE.findall(text)]
    pieces = [piece for part in _FENCE_MARK.split(text) for piece in _outermost(part)]
    values = (_parse(piece, version) for piece in (*reversed(fenced), *reversed(pieces)))
    value = next((value for value in values if value is not None), None)
    if version < NEWEST:
        return value
    if value is None and (clear := legible(reply)) != text:
        return object_in(clear, version, schema)
    members, name = schema.get("properties", {}), _only_list(schema)
    if name and (value is None or not _has_a(members, without_wrapper(value, schema))):
        listed = _list_in(text, members[name]["items"])
        return {name: listed} if listed else value
    return _members_in(text, members) if value is None and not name else value


def _list_in(text: str, element: Mapping[str, Any]) -> list[Any]:
    """Return the list that a text holds by itself; none without one."""
    records, end = _RECORDS.search(text), text.rfind("]") + 1
    for written in (records and text[records.start() : end], *_LIST.findall(text)[-1:]):
        if written and (value := _parse(f'{{"list": {written}}}', NEWEST)):
            return list(value["list"])
    if _OPEN.search(text) or "properties" in element:
        return []
    lists = [elements] if len(elements := _ELEMENT.findall(rows_as_lines(text))) > 1 else []
    bare = "" if lists else plain(text).strip()
    for line in (*bare.split("\n"), bare.replace("\n", ">")):
        words = [*filter(None, (w.strip(_EDGES) for w in _BETWEEN.split(line.rpartition(":")[2])))]
        known = element.get("enum") or [word for word in words if re.fullmatch(r"[^\s=<]+", word)]
        lists += [words] if len(words) > 1 and {*words} <= {*known} else []
    return lists[0] if lists and lists.count(lists[0]) == len(lists) else elements


def _members_in(text: str, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the members of a schema that a text has on lines or in rows, each once; else None."""
    lines = "" if _OPEN.search(text) else rows_as_lines(text)
    members = dict[str, Any]()
    for name, inner in schema.items():
        spelled = re.escape(name).replace("_", "[ _]")
        for value in re.findall(rf"{_BEGIN}{spelled}{_VALUE}", lines):
            if name in members:
                return None
            words = value.strip().split("\n") if "\n" in value.strip() else _BETWEEN.split(value)
            listed = [*filter(None, (word.strip(_EDGES) for word in words))]
            members[name] = listed if "items" in inner else value.strip(_EDGES)
    return members if len(members) > 1 else None


_OPEN = re.compile(r"\{\s{0,40}[\"'“]")
_BEGIN = r"(?im)^[ \t>*_`\"#•<0-9.)-]{0,20}"
_VALUE = r"[*_`\"]{0,4}[ \t]?[:=：>–—][*_`]{0,4}[ \t]*((?:\n?[ \t]*[-*•][ \t][^\n]+)+|\n?[^\n<]+)"


def _has_a(names: Iterable[str], value: Mapping[str, Any]) -> bool:
    return not {*map(_form, names)}.isdisjoint(map(_form, value))


def _only_list(schema: Mapping[str, Any]) -> str:
    """Return the name of a schema's only member where that is a list, else ""."""
    members = schema.get("properties", {})
    return "".join(name for name in members if len(members) == 1 and "items" in members[name])


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


def _parse(text: str, version: int) -> dict[str, Any] | None:
    """Return the object of a JSON text that a submission may hold, else None."""
    for form in _forms(text) if version < NEWEST else (*_forms(text), *_more_forms(text)):
        try:
            parsed = strict_parse(form.encode(), file="reply")
        except UnicodeEncodeError:
            return None
        if not parsed.problems:
            return parsed.value if isinstance(parsed.value, dict) else None
    return None


def _forms(text: str) -> Iterator[str]:
    yield text
    yield _strictly(text)


def _more_forms(text: str) -> Iterator[str]:
    yield from _forms(text[1:-1])
    yield text.replace('\\"', '"')
    yield _strictly(_NO_COMMA.sub(",", _KEY.sub(r'\1"\2"', text.translate(_NEWER))))
    yield _strictly(_QUOTED.sub(r'\1\\"', text))


def without_wrapper(value: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the only object or list in a value without a member of its schema, else the value."""
    names, list_name = schema.get("properties", {}), _only_list(schema)
    record = names[list_name]["items"].get("properties", {}) if list_name else {}
    listed = value.get(list_name)
    if isinstance(listed, list) and not record:
        return {**value, list_name: [*map(_name_of, listed)]}
    if not names or _has_a(names, value):
        return value
    if _has_a(record, value):
        return {list_name: [value]}
    lists = [member for member in value.values() if isinstance(member, list)]
    inner = [each for each in (*value.values(), *chain(*lists)) if isinstance(each, dict)]
    if list_name and len(lists) == 1 and len(inner) != 1:
        return without_wrapper({list_name: lists[0]}, schema)
    return inner[0] if len(inner) == 1 else value


def _name_of(record: Any) -> Any:
    """Return what names a record of a list: its id, or its only text; another value as it is."""
    members = record if isinstance(record, dict) else {}
    texts = [(name, value) for name, value in members.items() if isinstance(value, str)]
    named = [value for name, value in texts if _ID.search(name) or len(texts) == 1]
    return next(iter(named), record)


def _strictly(text: str) -> str:
    for loose in _LOOSE:
        text = loose.sub(lambda piece: piece["text"] or " ", text)
    return _OTHERWISE.sub(_as_json, text)


def _as_json(piece: re.Match[str]) -> str:
    if piece["text"]:
        return piece["text"].replace("\n", "\\n").replace("\t", "\\t")
    words = piece["curly"] if piece["single"] is None else piece["single"].replace("\\'", "'")
    return _WORDS[piece[0]] if words is None else canonical_bytes(words).decode()


def fit(value: Any, schema: Mapping[str, Any], kind: AnswerKind) -> Any:
    """Return a JSON value with what is only written otherwise written as its schema has it.

    That is letter case, width, spaces and low lines of names and listed words, and numbers and yes
    or no as text. What the schema has no place for stays, so that it counts as wrong.
    """
    if kind.version >= NEWEST and "items" in schema and isinstance(value, str | dict):
        value = [value] if value in schema["items"].get("enum", [value]) else value
    elif kind.version >= NEWEST and schema and isinstance(value, list) and len(value) == 1:
        value = value if "items" in schema else value[0]
    if "enum" in schema:
        return _of_list(value, schema["enum"], kind)
    if isinstance(value, dict):
        names = schema.get("properties", {})
        value = value if kind.version < NEWEST else _nest(without_wrapper(value, schema), names)
        by_form: dict[str, str] = {_form(name): name for name in names}
        object_: dict[str, Any] = {}
        for written, inner in value.items():
            name = str(by_form.get(_form(written), written))
            # Two spellings of one name are two answers: the second is one too many.
            name = written if written in names or name in value or name in object_ else name
            object_[name] = fit(inner, names.get(name, {}), kind)
        return object_
    if isinstance(value, list):
        return [fit(inner, schema.get("items", {}), kind) for inner in value]
    return _scalar(value, schema.get("type"), kind)


def _nest(value: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object with /a/b as b in a, and without reasons that nobody asks for."""
    nested: dict[str, Any] = {}
    for written, inner in value.items():
        path, _, rest = written.strip("/").replace(".", "/").partition("/")
        if rest and path not in value and "properties" in names.get(path, {}):
            nested[path] = {**nested.get(path, {}), rest: inner}
        elif not names or not _REASON.match(written) or any(map(_REASON.match, names)):
            nested[written] = inner
    return nested


def _of_list(value: Any, listed: list[Any], kind: AnswerKind) -> Any:
    if not isinstance(value, str) or value in listed:
        return value
    same = [name for name in listed if isinstance(name, str) and _form(name) == _form(value)]
    number = _scalar(value, "number", kind)
    numbers = [each for each in listed if type(each) in (int, float) and each == number]
    return next(iter(same or numbers), value)


def _form(text: str) -> str:
    return he_1(fold(text).replace("_", " "))


def _scalar(value: Any, type_: Any, kind: AnswerKind) -> Any:
    form = {"boolean": "boolean", "integer": "numeric", "number": "numeric"}.get(str(type_))
    if (
        not isinstance(value, str)
        or form is None
        or (type_ == "number" and kind.answer_type != "json")  # its unit is for the scorer
        or (lead := answer_of(value, AnswerKind(form, kind.language, version=kind.version))) is None
    ):
        return value
    if not isinstance(lead.key, Fraction):
        return lead.key
    return int(lead.key) if lead.key.denominator == 1 else float(lead.key)
