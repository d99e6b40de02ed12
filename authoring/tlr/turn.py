"""The text of a question: the law that is meant, how states are numbered, the question, the form.

Four pieces in one language. Of the first three each has three wordings, which one is drawn; the
form of the answer is always the same, so that no reader is left to guess it. No piece names a
real amendment, a day in figures or an article's id: a turn never holds its own truth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Template

from authoring.draws import Draws
from authoring.tlr.candidates import Candidate, Task
from authoring.tlr.languages.names import Language, article_in, day_in, scope_in
from authoring.tlr.languages.shape import LawWords
from authoring.tlr.languages.words import sentences_of
from authoring.tlr.law import AmendedLaw


def turn(
    candidate: Candidate, language: Language, draws: Draws, *, law: AmendedLaw, number: int
) -> str:
    """Return a question's turn; ``number`` chooses the question's wording in its task."""
    sentences, words = sentences_of(law.known, language), law.words[language]
    asks = sentences.asks[candidate.task]
    first_day = day_in(law.known.first_day, language)
    question = asks[number % len(asks)].format(
        *_slots(candidate, language, words), first_day=first_day, promulgated=words.promulgated
    )
    at, numbering = draws.pick(range(len(sentences.law))), draws.pick(sentences.numbering)
    meant = sentences.law[at].format(
        law=words.laws[at],
        compiled=words.compiled,
        horizon=day_in(law.known.horizon, language),
        recorded=words.recorded,
    )
    form = Template(sentences.forms[candidate.task]).substitute(
        ids=words.ids[candidate.slots[0].partition("_")[0]],
        amendments=words.amendments,
        amendment=words.amendment,
        first_day=first_day,
    )
    numbered = numbering.format(recorded=words.recorded)
    return f"{meant} {numbered}\n\n{question[0].upper()}{question[1:]}\n\n{form}"


def _slots(candidate: Candidate, language: Language, words: LawWords) -> list[str]:
    name = _NAMED.get(candidate.task, article_in)
    first, *days = candidate.slots
    return [name(first, language, words), *(day_in(day, language) for day in days)]


_NAMED: Mapping[Task, Callable[[str, Language, LawWords], str]] = {"hierarchical_impact": scope_in}
