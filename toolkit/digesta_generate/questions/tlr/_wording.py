"""What a question says: the law that is meant, how states are numbered, the question, the form.

Four pieces in one language. Of the first three each has three wordings, which one is drawn; the
form of the answer is always the same, so that no reader is left to guess it. No piece names a
real amendment, a day in figures or an article's id: a turn never holds its own truth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Template

from digesta_generate.questions.drawn.draws import Draws
from digesta_generate.questions.tlr._book import Book
from digesta_generate.questions.tlr._candidate import Candidate, Task
from digesta_generate.questions.tlr._names import Language, article_in, day_in, scope_in
from digesta_generate.questions.tlr._says import Words
from digesta_generate.questions.tlr._wording_en import ENGLISH
from digesta_generate.questions.tlr._wording_pt import PORTUGUESE

_SAYS = {"en": ENGLISH, "pt": PORTUGUESE}


def turn(one: Candidate, language: Language, draws: Draws, *, book: Book, number: int) -> str:
    """Return a question's turn; ``number`` chooses the question's wording in its task."""
    says, words = _SAYS[language], book.words[language]
    asks = says.asks[one.task]
    first_day = day_in(book.first_day, language)
    question = asks[number % len(asks)].format(
        *_slots(one, language, words), first_day=first_day, promulgated=words.promulgated
    )
    at, numbering = draws.one(range(len(says.law))), draws.one(says.numbering)
    law = says.law[at].format(
        law=words.laws[at], compiled=words.compiled, horizon=day_in(book.horizon, language)
    )
    form = Template(says.forms[one.task]).substitute(
        ids=words.ids, amendments=words.amendments, first_day=first_day
    )
    return f"{law} {numbering}\n\n{question}\n\n{form}"


def _slots(one: Candidate, language: Language, words: Words) -> list[str]:
    name = _NAMED.get(one.task, article_in)
    first, *days = one.slots
    return [name(first, language, words), *(day_in(day, language) for day in days)]


_NAMED: Mapping[Task, Callable[[str, Language, Words], str]] = {"hierarchical_impact": scope_in}
