"""Readings: rules by which letters of choices are read out of a model's raw reply, by version.

``letters/1`` is ours, and strict: what a reader would call a plain answer. The others read as the
benchmark did that published the replies; each is generous in its own way, and a board shows both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple

from digesta.text import NORMALISERS
from digesta.text.other_words import other_words_of, reword, takes_back
from digesta.text.readers import letters_reader
from digesta.text.readings import list_words
from digesta.text.replies import answer_in, legible, plain

Letters = frozenset[str]
NOTHING: Letters = frozenset()
_TEXT = NORMALISERS["text/1"]

# No two repetitions side by side may match the same characters: replies are others' texts, and
# what backtracks takes minutes.
_LETTERS = r"[A-Z](?:(?:[\s,，、;；/&+和与及]|and)*[A-Z])*"
_EDGES = " \t\r\n*`\"'“”‘’「」【】[]{}()（）.。,，;；:："
_BARE = re.compile(rf"{_LETTERS}")
_STATEMENT = re.compile(
    r"(?i:answers?|答案)\s*(?:(?i:is|are|应为|应该是|应选|为|是|选)[:：*\s]*|[:：][*\s]*)"
    rf"[(（\[【]?({_LETTERS})[)）\]】]?(?![A-Za-z'’])"
)
_LABEL_LINE = re.compile(r"\n[ \t]*[(（\[【]?[A-Z][)）\]】]?[ \t]*[.．、:：)]")
_PREFIX = re.compile(r"^\s*(?:\]\s*)?(?:答案\s*[:：]\s*)?")
_NEXT = re.compile(r"\n[ \t]*(?:Question|Q|问题|题目)\s*\d*\s*[:：]")
_LABEL = re.compile(r"[(（\[【]?([A-Z])[)）\]】]?\s*[.．、:：)]\s*(.*)", re.DOTALL)


_STOP = re.compile(r"</s>|<\|(?:endoftext|im_end)\|>")
_EXPLAINS = re.compile(
    r"(?:解析|分析|理由|解释|(?i:explanation))\s*[:：]|【(?:解析|分析)】|(?<=[A-Z])。"
)
_MARKS = re.compile(r"\[(?:正确答案|争议焦点)\]([^<\[\]]{0,200})<eoa>")
_SO = re.compile(
    rf"(?:答案|正确的?选项|(?:故|应|应该|应当|所以|因此)选(?!项))[是为选:：\s]*({_LETTERS})(?![A-Za-z])"
)

_AND = re.compile(
    rf"(?<=[A-Z])[\s,;、]*(?:{'|'.join(map(re.escape, list_words()))})[\s-]*(?=[A-Z](?![A-Za-z]))"
)


class ReplyRule(NamedTuple):
    """A rule: (reply, texts of the choices) -> letters, none where it reads nothing.

    draws: whether the original drew one of the choices at random where it read nothing. spell:
    reply -> the letters in the order in which the original read them, where it compared them so,
    as a text, with its key.
    """

    read: Callable[[str, Sequence[str]], Letters]
    about: str
    draws: bool = False
    spell: Callable[[str], str] | None = None


def _strict(reply: str, choices: Sequence[str]) -> Letters:
    """Read a reply that is letters, a choice, or states one answer and no other."""
    text = reply.strip(_EDGES)
    known = frozenset(letters_of(len(choices)))
    if len(text) <= 6 * len(choices) and _BARE.fullmatch(text):
        return _within(_capitals(text), known)
    normal, label = _TEXT(text), _LABEL.fullmatch(text)
    texts = _normal(tuple(choices))
    if normal in texts:
        return frozenset(letters_of(len(choices))[texts.index(normal)])
    if label and label[1] in known and texts[ord(label[1]) - ord("A")] == _TEXT(label[2]):
        return frozenset(label[1])
    # A base model talks on: what follows is its own next question.
    own = _NEXT.split(reply, maxsplit=1)[0]
    if listed := _list_of_choices(own, texts):
        return listed
    matches = list(_STATEMENT.finditer(own))
    claims = {_within(_capitals(match[1]), known) for match in matches} - {NOTHING}
    # "Answer: A. …" and then a line "B. …" is a list, and no plain answer A.
    goes_on = matches and _LABEL_LINE.search(own, matches[-1].end())
    return claims.pop() if len(claims) == 1 and not goes_on else NOTHING


# Every submission answers the same questions: 2 ** 14 holds those of the largest archive.
@lru_cache(maxsize=2**14)
def _normal(choices: tuple[str, ...]) -> tuple[str, ...]:
    """Return the texts of choices as they are compared, in order."""
    return tuple(map(_TEXT, choices))


def _plain(reply: str, choices: Sequence[str]) -> Letters:
    """Read as ``letters/1``; also an answer before its explanation, alone on the first line, cut.

    Where the explanation comes to another answer, nothing is read.
    """
    own = _NEXT.split(_STOP.sub("", reply), maxsplit=1)[0]
    before, _, after = _EXPLAINS.sub("\0", own, count=1).partition("\0")
    ways = (_strict, _first_line, _cut)
    read = next(filter(None, (way(before, choices) for way in ways)), NOTHING)
    known = frozenset(letters_of(len(choices)))
    matches = _SO.finditer(after if read else own)
    claims = {_within(_capitals(match[1]), known) for match in matches} - {NOTHING}
    if not read and len(claims) == 1 and not _LABEL_LINE.search(own):
        return claims.pop()
    return read if claims <= {read} else NOTHING


def _between_marks(reply: str, choices: Sequence[str]) -> Letters:
    """Read as ``letters/2`` what stands between the marks that LawBench asks for, if one does."""
    answers = set(_MARKS.findall(reply))
    return _plain(answers.pop() if len(answers) == 1 else reply, choices)


def _of_any_reply(reply: str, choices: Sequence[str]) -> Letters:
    """Read the letters of the answer that a reply gives, in any language, or a choice's words."""
    text, read = _AND.sub(", ", reword(legible(reply))), letters_reader(choices)
    texts, whole = _normal(other_words_of(tuple(choices))), plain(text).strip(_EDGES)
    if _TEXT(whole) in texts:
        return frozenset(letters_of(len(choices))[texts.index(_TEXT(whole))])
    if listed := _list_of_choices(whole, texts):
        return listed
    lead = read(whole)
    if lead is None or whole[lead.end :].strip(_EDGES):
        lead = answer_in(text, read)
    letters = frozenset(map(str, lead.key)) if lead and isinstance(lead.key, frozenset) else NOTHING
    return NOTHING if takes_back(text, letters, read) else letters


def _first_line(reply: str, choices: Sequence[str]) -> Letters:
    """Read letters that stand alone on the first line, if the second goes on with no other."""
    first, *rest = [line.strip(_EDGES) for line in reply.split("\n") if line.strip(_EDGES)] or [""]
    if not rest or not _BARE.fullmatch(first):
        return NOTHING
    read = _within(_capitals(first), frozenset(letters_of(len(choices))))
    label = re.match(r"([A-Z])(?![A-Za-z])", rest[0])
    return read if label is None or label[1] in read else NOTHING


def _cut(reply: str, choices: Sequence[str]) -> Letters:
    """Read a choice under its label that breaks off, as replies do at a limit of length."""
    label = _LABEL.fullmatch(reply.strip())
    place = ord(label[1]) - ord("A") if label else len(choices)
    words = _bare(label[2].removesuffix("[...]")) if label else ""
    whole = place < len(choices) and bool(words) and _bare(choices[place]).startswith(words)
    return frozenset(label[1]) if label and whole else NOTHING


def _list_of_choices(reply: str, texts: Sequence[str]) -> Letters:
    """Read a reply of which each line is a label with its own choice's words."""
    lines = [line for line in _PREFIX.sub("", reply).split("\n") if line.strip(_EDGES)]
    letters = set[str]()
    for line in lines if len(lines) <= len(texts) else ():
        label = _LABEL.fullmatch(line.strip().removesuffix("</s>"))
        place = ord(label[1]) - ord("A") if label else len(texts)
        if label is None or place >= len(texts) or _bare(label[2]) != _bare(texts[place]):
            return NOTHING
        letters.add(label[1])
    return frozenset(letters) if len(letters) == len(lines) else NOTHING


def _bare(text: str) -> str:
    """Return a choice's words without white space and punctuation, which copies lose."""
    return re.sub(r"[\W_]+", "", _TEXT(text))


def letters_of(n: int) -> str:
    """Return the letters of n choices, in order.

    >>> letters_of(4)
    'ABCD'
    """
    return ascii_uppercase[:n]


def _capitals(text: str) -> str:
    return "".join(re.findall(r"[A-Z]", text.replace("and", "")))


def _within(letters: str, known: Letters) -> Letters:
    """Return the letters as a set, or nothing where one of them names no choice."""
    return frozenset(letters) if frozenset(letters) <= known else NOTHING


_ANSWER_IS = re.compile(r"answer is \(?([A-J])")
_ANSWER_COLON = re.compile(r"[aA]nswer:\s*([A-J])")


def _mmlu_pro(reply: str, _choices: Sequence[str]) -> Letters:
    if len(reply) == 1:
        return frozenset(reply) & frozenset(letters_of(10))
    if match := _ANSWER_IS.search(reply):
        return frozenset(match[1])
    matches = list(_ANSWER_COLON.finditer(reply))
    end = reply.find("\n", matches[0].start()) if matches else 0
    on_line = [match[1] for match in matches if end < 0 or match.start() < end]
    return frozenset(on_line[-1:])


_EXPLAINED = re.compile("解析|分析")
_BETWEEN = re.compile("[、.,;，和]")
_RUN = re.compile("[A-E]{1,5}")


def _spell_lexeval(reply: str) -> str:
    before = _EXPLAINED.split(reply, maxsplit=1)[0]
    runs = _RUN.findall(_BETWEEN.sub("", before))
    # A run that repeats a letter, such as the AA of a list, counts for nothing.
    plain = "".join([run for run in runs if len(set(run)) == len(run)])
    return "".join(dict.fromkeys(plain))


def _lexeval(reply: str, _choices: Sequence[str]) -> Letters:
    return frozenset(_spell_lexeval(reply))


def _disc(reply: str, _choices: Sequence[str]) -> Letters:
    labels = re.findall(r"([A-D])[.．、:：]", reply)
    return frozenset(labels or re.findall("[A-D]", reply))


def _lawbench(reply: str, choices: Sequence[str]) -> Letters:
    return frozenset(letter for letter in letters_of(len(choices)) if letter in reply)


def _lawbench_labels(reply: str, choices: Sequence[str]) -> Letters:
    pairs = zip(letters_of(len(choices)), choices, strict=True)
    return frozenset(letter for letter, text in pairs if text in reply)


READINGS: dict[str, ReplyRule] = {
    "letters/1": ReplyRule(
        _strict,
        "The reply is one or more letters, the text of a choice, a list of choices in their own "
        "words, or states one answer (answer is, 答案是) and no other; letters in other prose are "
        "none.",
    ),
    "letters/2": ReplyRule(
        _plain,
        "As letters/1; also letters alone before an explanation (解析, 理由, 。, a new line) that "
        "comes to no other answer, and a choice under its label that a limit of length cut off.",
    ),
    "letters/3": ReplyRule(
        _between_marks,
        "As letters/2; of a reply that says one thing between [正确答案] or [争议焦点] and <eoa>, "
        "that alone.",
    ),
    "letters/6": ReplyRule(
        _of_any_reply,
        "The letters of the one answer that answer/3 finds in a reply, in ten languages (A und C; "
        "Option B; b; Final answer: B, since …), or a choice's words. A/B is one or the other, "
        "hence none.",
    ),
    "mmlu-pro/1": ReplyRule(
        _mmlu_pro,
        "The letter after the first “answer is”, else after the last “answer:” of the first line "
        "that has one; where there is neither, one of the choices is drawn. A letter alone is "
        "what the original read in a reply that it did not publish.",
        draws=True,
    ),
    "lexeval/1": ReplyRule(
        _lexeval,
        "Every letter from A to E before the first 解析 or 分析, wherever it stands (without the "
        "characters 、.,;，和), but for runs of up to five in which a letter repeats; right where "
        "they are the published key, letter by letter in the order of the reply.",
        spell=_spell_lexeval,
    ),
    "disc/1": ReplyRule(
        _disc,
        "Every letter from A to D that a full stop, comma or colon follows; where there is none, "
        "every letter from A to D.",
    ),
    "lawbench/1": ReplyRule(
        _lawbench,
        "Every letter of a choice, wherever it stands.",
    ),
    "lawbench-labels/1": ReplyRule(
        _lawbench_labels,
        "The letter of every choice whose text stands in the reply.",
    ),
}
"""Every reading, by name and version."""
