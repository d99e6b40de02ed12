"""Choices and keys as sources write them: labelled lines, letters, lists in a text."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from digesta.scorers.letters.readings import letters_of
from digesta.scorers.letters.records import MOST
from digesta.text.readings import yes_no_words

_LONGEST_LIST = 50_000
"""Most characters of a list in a text."""
_LETTERS = re.compile(r"[(（\[]?([A-P](?:[\s,，、;；]*[A-P])*)[)）\].．:：、]*")


_LABEL_LINE = re.compile(r"^[ \t]*([A-P])[ \t]*[:：.．、]", re.MULTILINE)
_LABEL = re.compile(r"(?<![A-Za-z])([A-P])[ \t]*[:：]")


class Stem(NamedTuple):
    """A question without its choices, and these; none where no labels were met."""

    text: str
    choices: list[str]


def stem_of(text: str) -> Stem:
    """Return the question and its choices, labelled A, B, C … in lines of their own or in one.

    >>> stem_of("Which is dairy?A:butter;B:milk.").choices
    ['butter', 'milk.']
    """
    for label in (_LABEL_LINE, _LABEL):
        run: list[re.Match[str]] = []
        for match in label.finditer(text):
            if match[1] == "A":
                run = [match]
            elif run and ord(match[1]) == ord("A") + len(run):
                run.append(match)
        if not run:
            continue
        ends = [match.start() for match in run[1:]] + [len(text)]
        choices = [text[m.end() : end].strip(" \t\n;；") for m, end in zip(run, ends, strict=True)]
        if may_be_choices(choices):
            return Stem(text[: run[0].start()].strip(), choices)
    return Stem(text.strip(), [])


def right_letters(text: str, choices: Sequence[str]) -> str | None:
    """Return the letters that a key states, in order, or None: only letters, or a choice's text.

    >>> right_letters("B, A", ["x", "y", "z"]), right_letters("z", ["x", "y", "z"])
    ('AB', 'C')
    """
    if text in choices:
        return letters_of(len(choices))[choices.index(text)]
    return stated_letters(text, len(choices))


def stated_letters(text: str, n: int) -> str | None:
    """Return the letters that a text consists of, in order, or None where one is none of n."""
    match = _LETTERS.fullmatch(text.strip())
    letters = set(re.findall("[A-P]", match[1])) if match else set()
    return "".join(sorted(letters)) if letters and letters <= set(letters_of(n)) else None


def texts_of(text: str) -> list[str] | None:
    """Return the texts of a list in a text, as JSON or Python writes it, or None.

    >>> texts_of('["a", "b"]'), texts_of("['a']"), texts_of("[3]")
    (['a', 'b'], ['a'], None)
    """
    if text[:1] != "[" or len(text) > _LONGEST_LIST:
        return None
    for read in (json.loads, ast.literal_eval):
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
            listed = read(text)
            if listed and all(isinstance(each, str) for each in listed):
                return list(listed)
    return None


def may_be_choices(value: Any) -> bool:
    """Return whether a value is a list of texts that letters can name."""
    return (
        isinstance(value, list)
        and 1 < len(value) <= MOST
        and all(isinstance(text, str) and text.strip() for text in value)
    )


def yes_or_no(text: str, language: str = "und", *, own: bool = False) -> bool | None:
    """Return what a key of one word means, yes or no; None where it is neither.

    >>> yes_or_no("Ja.", "de"), yes_or_no("maybe")
    (True, None)
    """
    words = yes_no_words(language)
    every, word = (
        words.own if own else words.own + words.others,
        text.casefold().strip().rstrip("."),
    )
    return every.index(word) % 2 == 0 if word in every else None
