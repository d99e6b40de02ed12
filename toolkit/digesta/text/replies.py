r"""``answer/2`` and ``/3``: which part of a model's reply is its answer, and how it is read.

``infer``, judges and the readings of closed answers and letters use these rules. In this order:

1. Reasoning goes, in any marks (``own_words``); so do special tokens and all after the first turn.
2. Widths, digits of other scripts and decoration do not count (``plain``).
3. The answer is looked for in these places, and the first that holds one decides: in ``<answer>``
   or ``\boxed{}`` or after “final answer”; after “answer”; after weaker words (“option”,
   “result”); at the beginning or alone on the last line; at the end of one sentence (“The limit is
   15 days.”) that names no other answer.
4. The answer must come first in its place, before a stop, a reason or nothing.

Two different answers in one place are none, nor is one that another follows ("yes or no").
``answer/3`` rewords a reply first (``other_words``) and reads more numbers (``amounts``).
Everything takes linear time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from html import unescape
from typing import Any, NamedTuple

from digesta.package_files import json_file
from digesta.text.lazy import lazily
from digesta.text.normal_form import nfc
from digesta.text.unicode14 import DIGITS, code_points

RULES: Mapping[str, Any] = json_file(__package__, "replies.json")
"""Words around answers, by what they do."""
MORE_YES_NO: Mapping[str, list[str]] = RULES["yes_no"]
"""Language -> words for yes and no, in turn, that ``locales.json`` lacks."""
MORE_UNITS: Mapping[str, list[str]] = RULES["units"]
"""Unit, as releases name it -> words for it that ``units.json`` lacks."""


class Lead(NamedTuple):
    """What a text begins with: the answer, a key that equal answers share, and its span."""

    answer: str
    key: Hashable
    end: int
    start: int = 0


Reader = Callable[[str], Lead | None]
"""Text in plain form -> the answer that it begins with."""


def any_of(words: Iterable[str]) -> str:
    """Return the expression for any of several, the longest first of each first character.

    A word is an expression without "|" outside parentheses.
    """
    by_first: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        # What begins otherwise is left at once: most places begin no word.
        first = word[0] if word[:2].isalpha() or word[1:2] == " " else word
        by_first.setdefault(first, []).append(word.removeprefix(first))
    grouped = (f"{first}(?:{'|'.join(rest)})" for first, rest in by_first.items())
    return f"(?:{'|'.join(grouped)})"


def _any(name: str) -> str:
    return any_of(RULES[name])


# Reasoning and special tokens ------------------------------------------------------------------

_THOUGHT = rf"[ \t]*{_any('thoughts')}[ \t]*"


def _marks(name: str) -> str:
    return "|".join(RULES["marks"][name]).replace("{thought}", _THOUGHT)


_REASONING = lazily(
    rf"(?P<close>{_marks('closes')})|(?P<open>{_marks('opens')})|(?P<fence>^(?:```|~~~)[ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = lazily(r"\[[ \t]*(?:reasoning|analysis|rationale|reflection)[ \t]*\]", re.IGNORECASE)
_HARMONY = lazily(r"\A\s*analysis.*assistantfinal", re.DOTALL)
_ANSWER_TAG = lazily(_marks("answers"), re.IGNORECASE)
_TURN = lazily(_marks("turns"), re.MULTILINE)
NEXT = lazily(rf"(?i)\n[ \t*#>]{{0,9}}{_any('questions')}[ \t*0-9]{{0,9}}[:：]")
"""What a small model begins a next question of its own with."""
_TOKEN = lazily(_marks("tokens"))
_UNSEEN = lazily(_marks("unseen"))


def own_words(reply: str) -> str:
    """Return a reply without reasoning, in whatever marks, and without special tokens.

    Reasoning that does not end takes the rest; an end without a beginning takes all before it.

    >>> own_words("[THINK]no?[/THINK]yes<|im_end|>"), own_words("perhaps no</think>yes")
    ('yes', 'yes')
    """
    if match := _HARMONY.search(reply):
        reply = reply[match.end() :]
    pieces, start, open_at, fenced = list[str](), 0, None, False
    for mark in _REASONING.finditer(reply):
        if mark["open"]:
            if open_at is None and not (
                _HEADING.fullmatch(mark[0]) and f"[/{mark[0][1:]}" not in reply
            ):
                pieces.append(reply[start : mark.start()])
                open_at, fenced = mark.end(), mark[0][0] in "`~"
        elif not mark["fence"] or (open_at is not None and fenced):
            if open_at is None and mark[0].lower() != "</details>":
                pieces = []
            start, open_at = mark.end(), None
    if open_at is None:
        pieces.append(reply[start:])
    elif match := next(reversed(list(_ANSWER_TAG.finditer(reply, open_at))), None):
        pieces.append(match[0])
    turns = (_TOKEN.sub(" ", turn) for turn in _turns("".join(pieces)))
    return next((turn for turn in turns if turn.strip()), "")


def legible(reply: str) -> str:
    """Return a reply's own words as a page shows them: no entities, notes' marks or struck text."""
    return own_words(_UNSEEN.sub("", unescape(reply)))


def _turns(text: str) -> list[str]:
    instruction = text.rpartition("[/INST]")
    return _TURN.split(instruction[2] if instruction[2].strip() else text)


# Widths and decoration -------------------------------------------------------------------------


@cache
def _widths() -> dict[int, str]:
    table = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {
        0x3000: " ",
        0x2019: "'",
        0x2BC: "'",
        0x2010: "-",
        0x2011: "-",
    }
    for first, last in code_points(DIGITS):
        table |= {code: chr(ord("0") + (code - first) % 10) for code in range(first, last + 1)}
    for capital in (0x1F110, 0x1F130, 0x1F150, 0x1F170, 0x24B6):
        table |= {capital + at: chr(ord("A") + at) for at in range(26)}
    styled = range(0x1D400, 0x1D6A4)
    letters = (chr(ord("Aa"[at // 26 % 2]) + at % 26) for at in range(len(styled)))
    return table | dict(zip(styled, letters, strict=True))


def fold(text: str) -> str:
    """Return a text with letters, digits and signs of one width and script; its length stays.

    >>> fold("Ｂ：１５ ١٥ 𝐁 Ⓑ"), fold("10²")
    ('B:15 15 B B', '10²')
    """
    return text if text.isascii() else text.translate(_widths())


_DECORATION = lazily(_marks("decoration"), re.MULTILINE | re.IGNORECASE)
_STRUCK = lazily(r"~~[^~\n]{1,200}~~")


def plain(text: str) -> str:
    """Return a text with widths folded and decoration blank; its length stays.

    >>> plain("**Ｂ**"), plain("$15$").strip()
    ('  B  ', '15')
    """
    spaces: Callable[[re.Match[str]], str] = lambda match: " " * len(match[0])  # noqa: E731
    text = fold(text)
    rest = _STRUCK.sub(spaces, text)
    # What is struck out is taken back, unless nothing else is left.
    text = rest if rest.strip(_EDGES) else text
    return _DECORATION.sub(spaces, text)


UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Scripts that write no spaces between words, and endings of words as words."""
# They have no case: to fold each of their 38,000 characters would take most of compiling.
AFTER_UNSPACED = rf"(?<=(?-i:[{UNSPACED}]))"
_QUOTES = "\"'“”„‟«»‹›‘’‚「」『』《》〈〉"
_EDGES = f" \t\r\n{_QUOTES}()[]【】〔〕<>"
_BEGINNINGS = f"{_EDGES}:=→⇒➡"
STOPS = f"{_EDGES}.。,;:!?、"
"""What may follow an answer and is no part of it."""
STOP = lazily(
    rf"[{re.escape(_QUOTES)})\]】 \t]*"
    r"(?:\Z|[\r\n]|[.!?;,:)](?=[\s)\"'”’]|[^\x00-\x7f]|\Z)|[。、]|[-–—]+[ \t]|\(|"
    rf"[ \t]*{_any('reasons')}(?!\w)|[ \t]*{_any('judgements')}(?!\w))",
    re.IGNORECASE,
)
_CLAUSE = lazily(r"[.,:](?![0-9])|(?<![0-9])[.,:]|[;!?/|&。、—–]|(?<=\s)-(?=\s)|\(")
_JOINED = lazily(
    rf"[\s,]*(?:{_any('connectors')}(?:(?!\w)|{AFTER_UNSPACED})[\s,]*){{1,4}}", re.IGNORECASE
)
_JOIN_END = lazily(rf"(?<!\w){_any('connectors')}\s{{1,9}}\Z", re.IGNORECASE)
_ITEM = lazily(r"[ \t]*[(\[]?(?:[A-Za-z]|[0-9]{1,2})[)\].:、][ \t]*\S")
_THEREFORE = lazily(
    rf"(?:{_any('therefore')}(?:[,:]|(?!\w)|{AFTER_UNSPACED})\s*){{1,3}}", re.IGNORECASE
)


# Where an answer is said to be -----------------------------------------------------------------

BEFORE = rf"(?<!(?-i:[^\W\d_\u0590-\u06ff{UNSPACED}]))"
_SAID = lazily(
    rf"{BEFORE}(?P<before>(?:(?:{_any('final')}|{_any('adjectives')})[ \t]*){{0,3}})"
    rf"(?:(?P<noun>{_any('nouns')})|{_any('weak')})(?:\(s\))?"
    rf"(?P<after>(?:[ \t]*(?:{_any('final')}|{_any('adjectives')})(?!\w)){{0,3}})[ \t\"'”»)]*"
    rf"(?:[:=→⇒➡】]|[-–—]+>?[ \t]|(?<=\w)[ \t]*{_any('copulas')}(?:(?!\w)|{AFTER_UNSPACED})"
    rf"[ \t]*[:,、]?|[ \t]*(?=\n))|{BEFORE}{_any('choosing')}(?:(?!\w)|{AFTER_UNSPACED})",
    re.IGNORECASE,
)
_IS = lazily(rf"{BEFORE}{_any('copulas')}(?:(?![^\W\d_])|{AFTER_UNSPACED})", re.IGNORECASE)
_WORD = lazily(rf"{BEFORE}\w")
DOUBT = lazily(rf"{BEFORE}{_any('doubts')}(?:(?!\w)|{AFTER_UNSPACED})", re.IGNORECASE)
_EMPHASISED = lazily(r"(\*\*|__|`|\*).{1,200}\1[.。]?", re.DOTALL)
FINAL = lazily(_any("final"), re.IGNORECASE)
_BOX = lazily(r"\\(?:boxed|fbox|framebox)[ \t]*\{|^[ \t]*####[ \t]*(?=\S)", re.MULTILINE)
_MEMBER = lazily(r"[\"'](?:final_?)?answer[\"'][ \t]*:", re.IGNORECASE)
_EXPLAINS = lazily(rf"^\W{{0,6}}{_any('explains')}\b", re.IGNORECASE | re.MULTILINE)


class _Place(NamedTuple):
    """A place to look for an answer: rank and span. whole: nothing else may be there."""

    rank: int
    start: int
    end: int
    whole: bool = False


def _places(text: str, bare: str, *, words: bool) -> Iterator[_Place]:
    for tag in _ANSWER_TAG.finditer(text):
        yield _Place(0, *tag.span(tag.lastindex or 0))
    for member in _MEMBER.finditer(text):
        yield _Place(0, member.end(), len(text))
    for box in _BOX.finditer(text):
        yield _Place(0, box.end(), _end_of_braces(text, box))
    for phrase in _SAID.finditer(bare):
        final = FINAL.search(f"{phrase['before']} {phrase['after']}")
        if final or phrase["noun"] or not words:
            yield _Place(0 if final else 1 if phrase["noun"] else 2, phrase.end(), len(bare))
    end = len(bare.rstrip())
    last = bare.rfind("\n", 0, end) + 1
    if not words:
        yield _Place(3, 0, end)
    if not words or not bare[:last].strip() or _EMPHASISED.fullmatch(text[last:].strip()):
        yield _Place(3, last, end, whole=True)
    if not words and not bare[:last].strip() and end - last <= _SENTENCE:
        yield from (
            _Place(_IN_SENTENCE, copula.end(), end, whole=True)
            for copula in _IS.finditer(bare, last, end)
        )


_WEAK, _IN_SENTENCE = 2, 4


def _names_one(text: str, read: Reader) -> bool:
    """Return whether a sentence's beginning names an answer itself, or doubts one."""
    named = any(read(text[word.start() :]) for word in _WORD.finditer(text))
    return named or DOUBT.search(text) is not None


def _end_of_braces(text: str, box: re.Match[str]) -> int:
    if not box[0].endswith("{"):
        line = text.find("\n", box.end())
        return line if line >= 0 else len(text)
    depth = 1
    for brace in re.finditer(r"[{}]", text[box.end() : box.end() + _LONGEST]):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return box.end() + brace.start()
    return min(len(text), box.end() + _LONGEST)


_LONGEST, _SENTENCE, _MOST = 2000, 200, 128
"""Characters in which an answer must be said, and of one sentence; places looked at in one rank."""


def answer_in(
    reply: str, read: Reader, *, words: bool = False, reword: Callable[[str], str] = str
) -> Lead | None:
    """Return the one answer that a reply gives, by ``read``; None where it gives none or several.

    reword: puts its own words in others first. words: any words are an answer. An introduction or
    emphasis then says which are meant, and an answer that the reader leaves empty is given as the
    reply words it.
    """
    text = _GROUPED.sub(lambda mark: mark[1] or " ", nfc(reword(own_words(reply))))
    bare = plain(text)
    by_rank: dict[int, list[Lead]] = {}
    explained = _EXPLAINS.search(bare)
    looked = Counter[int]()
    for place in _places(text, bare, words=words):
        leads = by_rank.setdefault(place.rank, [])
        looked[place.rank] += 1
        if looked[place.rank] > _MOST:
            return None
        if place.whole and (
            (leads and explained)
            or (not words and _goes_on(bare, place.start, read))
            or (place.rank == _IN_SENTENCE and _names_one(bare[: place.start], read))
        ):
            continue
        part = bare[place.start : min(place.end, place.start + _LONGEST)]
        lead = _lead(part, read) if words else (_whole if place.whole else first_answer)(part, read)
        if lead is not None:
            start, end = place.start + lead.start, place.start + lead.end
            leads.append(lead._replace(answer=lead.answer or text[start:end]))
    leads = next((leads for _, leads in sorted(by_rank.items()) if leads), [])
    keys = {lead.key for lead in leads}
    if reword is not str and leads is by_rank.get(_WEAK):
        keys.update(lead.key for lead in by_rank.get(_WEAK + 1, ()))
    if leads and not words and (alone := _whole(bare.strip().partition("\n")[0], read)):
        keys.add(alone.key)
    return leads[0] if len(keys) == 1 and _HEDGE not in keys else None


_HEDGE = object()
_GROUPED = lazily(r"(?<=[0-9])(?:\{(,)\}|\\,)(?=[0-9]{3})")
"""LaTeX's marks between thousands."""


def _goes_on(bare: str, at: int, read: Reader) -> bool:
    """Return whether a last line goes on with a list or with what answers otherwise above it."""
    above = [line for line in bare[max(0, at - _LONGEST) : at].split("\n") if line.strip()]
    last = _whole(bare[at : at + _LONGEST], read)
    in_list = bool(above) and all(map(_ITEM.match, (above[-1], bare[at:])))
    others = (_whole(line, read) for line in above[-_MOST:])
    other = any(lead is not None and last is not None and lead.key != last.key for lead in others)
    return in_list or other or _JOIN_END.search(bare, 0, at) is not None


def first_answer(text: str, read: Reader) -> Lead | None:
    """Return the answer at the beginning of a plain text; a hedge where another follows it."""
    lead = _lead(text, read)
    if lead is None or STOP.match(text, lead.end) is None:
        return None
    line, _, below = text[lead.end :].partition("\n")
    others = [_clause(part, read) for part in _CLAUSE.split(line)[1:]]
    lines = _EXPLAINS.split(below, maxsplit=1)[0].split("\n")[:_MOST]
    others += [_whole(part, read) for part in lines]
    hedged = any(other is not None and other.key != lead.key for other in others)
    return lead._replace(key=_HEDGE) if hedged else lead


def _lead(text: str, read: Reader) -> Lead | None:
    start = len(text) - len(text.lstrip(_BEGINNINGS))
    if word := _THEREFORE.match(text, start):
        start = len(text) - len(text[word.end() :].lstrip(_BEGINNINGS))
    lead = read(text[start:]) if start < len(text) else None
    return lead._replace(start=start, end=start + lead.end) if lead else None


def _clause(part: str, read: Reader) -> Lead | None:
    joined = _JOINED.match(part)
    part = part[joined.end() :] if joined else part
    lead = _lead(part, read)
    ends = lead and (STOP.match(part, lead.end) or _JOINED.match(part, lead.end))
    return lead if ends else None


def _whole(part: str, read: Reader) -> Lead | None:
    lead = _lead(part, read)
    return lead if lead and not part[lead.end :].strip(STOPS) else None
