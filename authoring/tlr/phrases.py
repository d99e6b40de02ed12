"""Phrases by which a state's text is known: at most eight words, in it and in no other state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from digesta.text.normal_form import text_1
from digesta_legal.timeline import State

WORDS = 6
_NOTES = ("emenda", "revogad")
_form = lru_cache(maxsize=1024)(text_1)


@lru_cache(maxsize=4096)
def telling(state: State, others: tuple[State, ...]) -> tuple[str, ...]:
    """Return the first such phrase of a state's text; none where no line is its own."""
    known = {line for text in others for line in text.text.split("\n")}
    own = (line for line in state.text.split("\n") if line not in known)
    for phrase in (phrase for line in own for phrase in _phrases(line)):
        form = text_1(phrase)
        noted = any(note in form for note in _NOTES)
        elsewhere = any(form in _form(text.text) for text in others)
        if not noted and not elsewhere and form in _form(state.text):
            return (phrase,)
    return ()


def _phrases(line: str) -> Iterator[str]:
    words = line.split()
    for at in range(len(words) - WORDS + 1):
        yield " ".join(words[at : at + WORDS]).strip(" ,.;:()")
