"""The kinds of closed question that are answered by a word: text, choice, yes or no.

Each is a small tuple, because a compiled release may hold hundreds of thousands: its fields are
normalised already. ``status`` returns what an answer is, ``why`` the reason in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO, nano
from digesta.text import NORMALISERS, NUMERALS, normaliser_named
from digesta.text.other_words import iso_days
from digesta.text.readers import NEWEST, AnswerKind, answer_of
from digesta.text.readings import version_of, yes_no_words
from digesta.text.replies import fold

UNREADABLE, WRONG, RIGHT = range(3)
"""What an answer is that is not missing."""

DEFAULT_NORMALISER = "text/1"
DEFAULT_NUMERALS = "ascii/1"

WORDS = {
    "en": ("yes", "no"),
    "he": ("כן", "לא"),
    "fr": ("oui", "non"),
    "pt": ("sim", "não"),
    "zh": ("是", "否"),
}
"""Language -> yes, no, where an ask names no reading. ``true`` and ``false`` are read in all."""

_LONGEST_KEPT = 256


def normalise(normaliser: str, text: str) -> str:
    """Return a text's normal form; those of short texts are kept, up to a bound."""
    return (_normalise if len(text) <= _LONGEST_KEPT else _normalise.__wrapped__)(normaliser, text)


@lru_cache(maxsize=1 << 17)
def _normalise(normaliser: str, text: str) -> str:
    return NORMALISERS[normaliser](text)


def normaliser_of(ask: Mapping[str, Any]) -> str:
    """Return the normaliser of an ask's texts; he/1 is text/1 that also reads pointed Hebrew."""
    default = "he/1" if "reading" in ask else DEFAULT_NORMALISER
    name: str = ask.get("normaliser", default)
    return name


def kind_of(ask: Mapping[str, Any], language: str) -> AnswerKind | None:
    """Return how answers are taken out of replies, where the ask names a reading."""
    reading = ask.get("reading")
    return AnswerKind.of(ask, language, version_of(reading)) if reading else None


def answer_text(answer: Any, kind: AnswerKind | None) -> Any:
    """Return the answer that a text gives; None where the reading finds none or several."""
    if kind is None or type(answer) is not str:
        return answer
    lead = answer_of(answer, kind)
    return lead.answer if lead else None


def even(text: str, kind: AnswerKind | None) -> str:
    """Return a text as a reading compares it: with letters of one width, and days of one form."""
    text = fold(text) if kind else text
    return iso_days(text) if kind and kind.version >= NEWEST else text


@lru_cache(maxsize=256)
def _share(some: int, of: int) -> int:
    return nano(Fraction(some, of))


class TextKey(NamedTuple):
    """An ``enum``: right when the normalised text is one of ``right``.

    right: normal forms. sure: the answer as written, which is right without being read (every
    kind has it, for the fast form). chance: with choices, the share of them that is right, in
    nano-units. kind: how an answer is taken out of a reply, where the reading does so.
    """

    normaliser: str
    right: tuple[str, ...]
    sure: str
    chance: int
    kind: AnswerKind | None = None

    @classmethod
    def of(cls, ask: Mapping[str, Any], answers: Sequence[Any], language: str) -> TextKey:
        """Prepare a question, or ValueError when its truth cannot be right."""
        normaliser = normaliser_of(ask)
        texts, kind = _texts(answers, "an enum's answer"), kind_of(ask, language)
        form = partial(even, kind=kind)
        right = tuple(dict.fromkeys(_forms(map(form, texts), normaliser, "the answer")))
        chance = 0
        if "choices" in ask:
            choices = _distinct(tuple(map(form, ask["choices"])), normaliser, "choices")
            if right[0] not in choices:
                raise ValueError(f"the answer {texts[0]!r} is none of the choices")
            chance = _share(sum(form in choices for form in right), len(choices))
        return cls(normaliser, right, texts[0], chance, kind)

    def status(self, answer: Any) -> int:
        """Return what an answer is; all but text is unreadable, and text without a letter."""
        if type(answer) is not str:
            return UNREADABLE
        form = normalise(self.normaliser, even(answer, self.kind))
        if form not in self.right and self.kind:
            form = normalise(self.normaliser, even(answer_text(answer, self.kind) or "", self.kind))
        return RIGHT if form in self.right else WRONG if form else UNREADABLE

    def why(self, answer: Any, status: int) -> str:
        """Return why an answer has its status."""
        if status == UNREADABLE:
            listed = bool(self.kind and self.kind.choices)
            name = "names none of the choices" if listed else "is no text that could name an answer"
            return f"{quote(answer)} {name}"
        if status == RIGHT:
            return f"{quote(answer)} is an accepted answer"
        return f"{quote(answer)} is not accepted; right is {quote(self.sure)}"


class ChoiceKey(NamedTuple):
    """An ``mcq``: right when the answer names a right choice.

    names: normal forms of the choices in order, then of the labels where they are shown.
    choices: as written. right: indexes from 0, that of the answer first. chance: the share of
    the choices that is right, in nano-units. kind: as of ``TextKey``.
    """

    normaliser: str
    names: tuple[str, ...]
    choices: tuple[str, ...]
    right: tuple[int, ...]
    sure: str
    chance: int
    kind: AnswerKind | None = None

    @classmethod
    def of(cls, ask: Mapping[str, Any], answers: Sequence[Any], language: str) -> ChoiceKey:
        """Prepare a question, or ValueError when it is ambiguous or its truth is no choice."""
        normaliser = normaliser_of(ask)
        choices = tuple(ask["choices"])
        names = _distinct(choices, normaliser, "choices")
        labels = _distinct(tuple(ask.get("labels", ())), normaliser, "labels")
        _refuse_ambiguity(names, labels)
        forms = _forms(_texts(answers, "an mcq's answer"), normaliser, "the answer")
        for form in forms:
            if form not in names:
                raise ValueError(f"the answer {form!r} is the text of none of the choices")
        right = tuple(dict.fromkeys(map(names.index, forms)))
        chance = _share(len(right), len(choices))
        names, kind = names + labels, kind_of(ask, language)
        return cls(normaliser, names, choices, right, choices[right[0]], chance, kind)

    def _texts(self, answer: str) -> Iterator[str]:
        yield answer
        if self.kind and (text := answer_text(answer, self.kind)):
            yield text

    def index_of(self, answer: Any) -> int | None:
        """Return the index of the choice that an answer names, or None."""
        k = len(self.choices)
        if type(answer) is str:
            forms = (normalise(self.normaliser, text) for text in self._texts(answer))
            return next((self.names.index(form) % k for form in forms if form in self.names), None)
        if type(answer) is int or (type(answer) is float and answer.is_integer()):
            return int(answer) if 0 <= answer < k else None
        return None

    def status(self, answer: Any) -> int:
        """Return what an answer is; unreadable is what names no choice."""
        index = self.index_of(answer)
        if index is None:
            return UNREADABLE
        return RIGHT if index in self.right else WRONG

    def why(self, answer: Any, status: int) -> str:
        """Return why an answer has its status."""
        index = self.index_of(answer)
        if index is None:
            return f"{quote(answer)} names no choice"
        names = f"{quote(answer)} names {quote(self.choices[index])}"
        return names if status == RIGHT else f"{names}; right is {quote(self.sure)}"


class YesNoKey(NamedTuple):
    """A ``boolean``: right when the answer is true or false, or yes or no, as the truth is.

    words: yes before no, in pairs. kind: as of ``TextKey``.
    """

    normaliser: str
    words: tuple[str, ...]
    sure: bool
    chance: int = NANO // 2
    kind: AnswerKind | None = None

    @classmethod
    def of(cls, ask: Mapping[str, Any], answers: Sequence[Any], language: str) -> YesNoKey:
        """Prepare a question, or ValueError when its truth is not true or false alone."""
        right = answers[0]
        if not isinstance(right, bool) or any(answer is not right for answer in answers):
            raise ValueError("a boolean's answer is true or false, and nothing else is accepted")
        normaliser = normaliser_of(ask)
        normaliser_named(normaliser)
        kind = kind_of(ask, language)
        own = _YES_NO.get(language.partition("-")[0].lower(), _TRUE_FALSE)
        return cls(normaliser, yes_no_words(language).own if kind else own, right, kind=kind)

    def meaning(self, answer: Any) -> bool | None:
        """Return whether an answer means yes; None for one that means neither yes nor no."""
        if type(answer) is bool:
            return answer
        if type(answer) is str and self.kind:
            lead = answer_of(answer, self.kind)
            return bool(lead.key) if lead else None
        if type(answer) is str:
            form = normalise(self.normaliser, answer)
            return self.words.index(form) % 2 == 0 if form in self.words else None
        return None

    def status(self, answer: Any) -> int:
        """Return what an answer is; a number is neither yes nor no."""
        yes = self.meaning(answer)
        if yes is None:
            return UNREADABLE
        return RIGHT if yes is self.sure else WRONG

    def why(self, answer: Any, status: int) -> str:
        """Return why an answer has its status."""
        word = str(answer).lower() if type(answer) is bool else quote(answer)
        if status == UNREADABLE:
            return f"{word} is none of: {', '.join(dict.fromkeys(self.words))}"
        if status == RIGHT:
            return f"{word} is the answer"
        return f"{word} is not the answer; right is {str(self.sure).lower()}"


_TRUE_FALSE = ("true", "false")
_YES_NO = {language: (*_TRUE_FALSE, *words) for language, words in WORDS.items()}


def quote(answer: Any, limit: int = 80) -> str:
    """Return an answer as it is quoted within a line: long text is cut."""
    if isinstance(answer, bool):
        return "a boolean"
    if isinstance(answer, dict | list):
        return "a list" if isinstance(answer, list) else "an object"
    if not isinstance(answer, str):
        return str(answer)
    line = " ".join(answer[: limit + 1].split())
    return f'"{line}"' if len(answer) <= limit else f'"{line[:limit]}..."'


def _texts(answers: Sequence[Any], noun: str) -> tuple[str, ...]:
    for answer in answers:
        if not isinstance(answer, str):
            raise ValueError(f"{noun} is text, not {answer!r}")  # noqa: TRY004 - prepare's contract
    return tuple(answers)


def _forms(texts: Iterable[str], normaliser: str, noun: str) -> tuple[str, ...]:
    normaliser_named(normaliser)
    texts = tuple(texts)
    forms = tuple(normalise(normaliser, text) for text in texts)
    for text, form in zip(texts, forms, strict=True):
        if not form:
            raise ValueError(f"{noun} {text!r} is nothing after {normaliser}")
    return forms


@lru_cache(maxsize=2**12)
def _distinct(texts: tuple[str, ...], normaliser: str, noun: str) -> tuple[str, ...]:
    forms = _forms(texts, normaliser, noun)
    for index, form in enumerate(forms):
        if form in forms[:index]:
            raise ValueError(f"ambiguous {noun}: two are {form!r} after {normaliser}")
    return forms


def _refuse_ambiguity(names: tuple[str, ...], labels: tuple[str, ...]) -> None:
    """Refuse choices of which an answer could name two: by text, by label and by index."""
    indexes = {str(index): index for index in range(len(names))}
    for index, name in enumerate(names):
        if name in labels and labels.index(name) != index:
            raise ValueError(f"ambiguous choices: {name!r} is also another choice's label")
        if indexes.get(name, index) != index:
            raise ValueError(f"ambiguous choices: the number {name} is also another's index")
    for label in labels:
        if NUMERALS[DEFAULT_NUMERALS](label) is not None:
            raise ValueError(f"ambiguous labels: the number {label} is also an index")
