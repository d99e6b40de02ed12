"""What ``answer/3`` rewords before the rules of ``answer/2`` look for an answer (``replies``).

| in a reply | becomes |
| --- | --- |
| a row of a table | its cells, one a line: ``Answer:`` over ``Yes`` |
| members of a JSON object | lines: ``answer: Yes``; the value alone of a single one |
| lines with ❌ or an empty box, next to one with ✅ or a full one | nothing |
| before a number: articles of law | nothing |
| what closes an argument, and a comma: "In conclusion, yes" | ``result: yes`` |
| a result by another name: "Endergebnis: ja" | ``final result: ja`` |
| Arabic and Hindi points and vowel signs | the others' points, no vowel signs |
| a question before its answer; a number in words next to its digits | nothing |
| a day: "1er mars 2027" | 2027-03-01, also of truths |
| a sum: "14 + 1 = 15" | what follows its last ``=``; nothing where a later sum goes on with it |

Words, which are answers themselves, keep theirs; true sums are reworded for numbers. Choices are
compared as they would be reworded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from digesta.text.lazy import lazily
from digesta.text.replies import (
    AFTER_UNSPACED,
    BEFORE,
    FINAL,
    RULES,
    Reader,
    any_of,
    first_answer,
    fold,
    plain,
)

_ROW = lazily(r"^[ \t]*\|(.*)\|[ \t]*$", re.MULTILINE)
_TABLE = lazily(r"(?:^[ \t]*\|.*\|[ \t]*(\n|\Z))+", re.MULTILINE)
_NUMBER = lazily(r"[0-9]+(?:[.,][0-9]+)*")
_GROUP = 3  # of digits, or the numbers of a day
_LINE, _LONGEST_SUM, _LONGEST = frozenset(" \t:-"), 300, 1000
"""Characters of a table's line; how many a line of a sum, and a correction, may have."""

_END = rf"(?:(?!\w)|{AFTER_UNSPACED})"


def _synonyms(words: Mapping[str, list[str]], after: str = "") -> Callable[[str], str]:
    """Return what puts names for their expressions; a name with a colon takes one as well."""
    names, colon = list(words), r"[ \t*_]*[,:，：、][*_]*"
    either = (
        f"(?P<n{at}>{any_of(words[name])}{_END}{colon if name.endswith(':') else ''})"
        for at, name in enumerate(names)
    )
    pattern = lazily(rf"{BEFORE}(?:{'|'.join(either)}){after}", re.IGNORECASE)
    return lambda text: pattern.sub(lambda match: f"{names[int(str(match.lastgroup)[1:])]} ", text)


_RESULTS = _synonyms(RULES["rewordings"])
_AMOUNTS = _synonyms(RULES["amounts"], r"(?=[ \t]{0,3}[*_$€£]{0,4}[0-9])")
_VOWELS = map(chr, (*range(0x64B, 0x653), 0x640))
_SIGNS = str.maketrans(
    dict.fromkeys((*range(0x2600, 0x2776), *range(0x1F300, 0x1FB00)), " ")
    | dict(zip("،؛؟۔।❌✗✘✖☐✅✓✔☑", ",;?..❌✗✘✖☐✅✓✔☑", strict=True))
    | dict.fromkeys(_VOWELS)
)
_RESTATED = lazily("|".join(RULES["restated"]), re.IGNORECASE)
_CROSSED = lazily(r"^.*(?:[❌✗✘✖☐⬜]|\[ \]).*$", re.MULTILINE)
_BULLETS = lazily(r"^[-*•][ \t]|[ \t]+$|\n(?=\n)", re.MULTILINE)
_TICKED = lazily(r"[✅✓✔☑]|\[[xX]\]")
_REFERENCE = lazily(rf"{BEFORE}{any_of(RULES['references'])}{RULES['numbered']}", re.IGNORECASE)
_EMPHASISED = lazily(rf"\A[^\n*]+ {any_of(RULES['copulas'])}:? (\*\*[^\n*]+\*\*)[.。]?\Z")
_LABEL = lazily(RULES["label"])
_TWICE = lazily("|".join(RULES["twice"]))
_OBJECT = lazily(r"\{\s{0,40}[\"']\w")
_MEMBERS = lazily(RULES["members"], re.DOTALL)
_NOUN = rf"[^\n:：]{{0,60}}{any_of(RULES['nouns'])}[^\n:：]{{0,20}}[:：]"
# An introduction of an answer that another follows.
_DOUBLED = lazily(rf"(?im)^{_NOUN}[*_ \t]{{0,4}}\n(?=\s{{0,9}}{_NOUN})")
_CORRECTS = lazily(rf"{BEFORE}{any_of(RULES['corrections'])}{_END}", re.IGNORECASE)
_TERM = r"[( \t€$£¥₪]*([0-9]+(?:[.,][0-9]+)*)[ \t]*(?:[^\W\d_]{1,20}[ \t]*){0,2}\)?[ \t]*"
_SIGN = r"([-+−–×⋅·/÷]|x(?=[ \t0-9])|\\times|\\cdot)"
_SUM = lazily(rf"{_TERM}(?:{_SIGN}{_TERM}){{1,9}}")
_LAST_SUM = lazily(rf"(?<![\w.,]){_SUM.pattern}\Z")
_EQUALS = lazily(rf"(?<![\w.,])({_SUM.pattern}){any_of(RULES['equals'])}{_END}", re.IGNORECASE)
_PARTS = lazily(rf"{_SIGN}?[( \t€$£¥₪]*([0-9]+(?:[.,][0-9]+)*)")


def reword(text: str, *, words: bool = False, sums: bool = False) -> str:
    r"""Return a reply's own words in those that the rules of ``answer/2`` know.

    >>> reword("| Answer | Yes |"), reword("14 + 1 = **15**", sums=True)
    ('Answer:\nYes', ' **15**')
    """
    if not words:
        text = _RESTATED.sub("", text if text.isascii() else text.translate(_SIGNS))
        rest = _CROSSED.sub("", text)
        if rest != text and _TICKED.search(rest):
            text = _BULLETS.sub("", _TICKED.sub(" ", rest)).strip("\n")
    else:
        text = _DOUBLED.sub("", text)
    text = rows_as_lines(_lines(text))
    if words:
        return iso_days(_EMPHASISED.sub(r"\1", _LABEL.sub("", text)))
    text = text if "</" in text else re.sub("<([A-Z])>", r"(\1)", text)
    text = _RESULTS(text)
    if not sums:
        return iso_days(text)
    return _without_sums(_TWICE.sub(r"\1", fold(_AMOUNTS(_REFERENCE.sub(" ", text)))))


def iso_days(text: str) -> str:
    """Return a text with its days as ISO 8601 has them: 2027-03-01 for "1er mars 2027"."""
    return _DAY.sub(_iso_day, text)


def _iso_day(match: re.Match[str]) -> str:
    numbers = re.findall("[0-9]+", match[0])
    if match["month"]:
        numbers = [numbers[-1], str(_MONTHS[match["month"].lower()]), *numbers[:-1]]
    elif len(numbers[0]) < _GROUP:
        numbers.reverse()
    return "{}-{:0>2}-{:0>2}".format(*numbers) if len(numbers) == _GROUP else match[0]


_MONTHS = {
    name: at
    for names in RULES["months"].values()
    for at, name in enumerate(names.split(","), 1)
    if name
}
_DAY = lazily("|".join(RULES["days"]).replace("{months}", "|".join(_MONTHS)), re.IGNORECASE)


def rows_as_lines(text: str) -> str:
    """Return a text with the cells of its tables one a line: ``Answer:`` over ``Yes``."""
    return _TABLE.sub(lambda table: "\n".join(_cells(table[0])) + table[1], text)


@lru_cache(maxsize=2**12)
def other_words_of(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return texts as a reply has them when it is reworded."""
    return tuple(map(reword, texts))


def takes_back(reply: str, key: Hashable, read: Reader) -> bool:
    """Return whether a reply corrects itself to an answer of another key, and calls none final."""
    mark = _CORRECTS.search(reply)
    rest = plain(reply[mark.end() :][:_LONGEST]) if mark else ""
    leads = (first_answer(rest[word.start() :], read) for word in re.finditer(r"(?<!\w)\w", rest))
    keys = [lead.key for lead in leads if lead]
    return bool(keys) and keys[-1] != key and not FINAL.search(rest)


def after_correction(reply: str) -> str:
    """Return what a reply says after it corrects itself and calls something final; else ""."""
    rest = _CORRECTS.split(reply)[-1]
    return rest if rest != reply and FINAL.search(rest) else ""


def _lines(text: str) -> str:
    """Return a text with the members of its JSON object as lines."""
    begin, end = _OBJECT.search(text), text.rfind("}")
    members = _MEMBERS.findall(text, begin.start(), end) if begin and begin.start() < end else []
    # A name is no answer: {"yes": true, "no": true} gives none.
    lines = [f"the {name.replace('_', ' ')}: {_value_of(value)}" for name, value in members]
    if begin is None or not lines:
        return text
    shown = lines if len(lines) > 1 else [_value_of(members[0][1])]
    return "\n".join([text[: begin.start()], *shown, text[end + 1 :]])


def _value_of(written: str) -> str:
    try:
        value = json.loads(written)
    except (ValueError, RecursionError):
        return written.strip("\"'")
    return value if isinstance(value, str) else written.replace('"', "")


def _cells(table: str) -> Iterator[str]:
    rows = [[cell.strip() for cell in row.split("|")] for row in _ROW.findall(table)]
    filled = [row for row in rows if not set("".join(row)) <= _LINE]
    # Under a line, a single row has its values below their names.
    if len(filled) == 2 < len(rows) and len(filled[0]) == len(filled[1]):  # noqa: PLR2004
        filled = [list(pair) for pair in zip(*filled, strict=True)]
    return (":\n".join(filter(None, row)) for row in filled)


def _without_sums(text: str) -> str:
    lines, terms_below = text.split("\n"), set[str]()
    for at in reversed(range(len(lines))):
        if len(lines[at]) > _LONGEST_SUM:
            continue
        left, equals, right = _EQUALS.sub(r"\1=", lines[at]).rpartition("=")
        intro, terms = left[: left.rfind(":") + 1], plain(left[left.rfind(":") + 1 :])
        if not equals:
            continue
        last = _LAST_SUM.search(terms)
        if last and not _is_true(terms, right):
            intro, terms = left[: len(intro) + last.start()], last[0]
        if terms.strip().isalpha() or _is_true(terms, right):
            goes_on = terms_below & set(_NUMBER.findall(right))
            lines[at] = "" if goes_on else f"{intro}{right}"
            terms_below.update(_NUMBER.findall(terms))
    return "\n".join(lines)


def _is_true(terms: str, right: str) -> bool:
    """Return whether all sides of an equation are sums that come to its right side."""
    result = _NUMBER.search(right)
    sides = [side for side in terms.split("=") if not side.strip().isalpha()]
    come_to = {_value(side) for side in sides}
    return result is not None and come_to == {_number(result[0])}


def _value(side: str) -> Fraction | None:
    """Return what a sum comes to, products before sums; None for what is no sum."""
    if not _SUM.fullmatch(side):
        return None
    products: list[Fraction] = []
    for sign, number in _PARTS.findall(side):
        value = _number(number)
        if sign in {"/", "÷"} and not value:
            return None
        if sign in {"", "+"}:
            products.append(value)
        elif sign in "-−–":
            products.append(-value)
        else:
            products[-1] = products[-1] / value if sign in {"/", "÷"} else products[-1] * value
    return sum(products, Fraction(0))


def _number(text: str) -> Fraction:
    whole, mark, rest = text.replace(",", ".").rpartition(".")
    grouped = mark and len(rest) == _GROUP
    return Fraction(
        re.sub(r"\.", "", whole + rest)
        if grouped or not mark
        else f"{whole.replace('.', '')}.{rest}"
    )
