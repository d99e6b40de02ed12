"""The words by which a question is known: what its prompt says and others do not.

Many prompts begin with the same rules; a list that showed those would show one line many times.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from digesta.records.release import Question

SHARED = 3
"""A sentence that this many questions of a track have says nothing of any."""
FEWEST = 12
"""Characters; where fewer are a question's own, a number perhaps, all of it is shown."""
LONGEST = 600
READ = 8 * LONGEST
"""Characters of a text; a whole case file is not read for what a list shows of it."""
# "art. 5" and "M. Teyssier" are no ends. Each end begins with a sign of its own, which is sought
# faster than a place behind one.
_ENDS = re.compile(r"[.!?:](?<!\b[A-Z]\.)\s+(?!\d)|[。？！]|\n+")


def first_words(questions: Iterable[Question], *, longest: int = LONGEST) -> dict[str, str]:
    """Return the first words of its own of each question of a track, by its id.

    A question of which hardly anything is its own begins with what it has.
    """
    sentences = {question.question_id: _sentences(question) for question in questions}
    counts = Counter(sentence for of in sentences.values() for sentence in set(of))
    words = {}
    for name, of in sentences.items():
        own = " ".join(sentence for sentence in of if counts[sentence] < SHARED)
        words[name] = (own if len(own) >= FEWEST else " ".join(of))[:longest]
    return words


def _sentences(question: Question) -> list[str]:
    texts = [turn.content for turn in question.turns]
    texts += [source.text for source in question.shown_sources or []]
    return [sentence for text in texts for sentence in _sentences_in(text[:READ])]


def _sentences_in(text: str) -> tuple[str, ...]:
    ends = [end.end() for end in _ENDS.finditer(text)]
    parts = (text[start:end] for start, end in pairwise([0, *ends, len(text)]))
    return tuple(filter(None, (" ".join(part.split()) for part in parts)))


def beginning(text: str, longest: int) -> str:
    """Return the beginning of a text, cut between words where there are spaces.

    >>> beginning("Which blessing is said", 18)
    'Which blessing …'
    """
    if len(text) <= longest:
        return text
    cut = text[: longest - 2]
    words = cut.rpartition(" ")[0]
    return f"{words if len(words) > longest // 2 else cut} …" if words else f"{cut}…"
