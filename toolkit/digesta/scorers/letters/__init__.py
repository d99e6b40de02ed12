"""Choices answered by letters in a raw reply, marked by two readings side by side.

Measures, per question, whether the letters that a named reading finds in a model's reply are the
right ones: exactly, and by precision, recall and F1 of the set where several are right. The first
reading of a question gives the credit; the second is the benchmark's that published the replies,
so that a board shows both, and how often they differ. What plainly states no letter is
*unreadable*. ``chance`` is 1/k, or with several right letters 1/(2^k - 1), a uniform draw of a set.

Defined in: the readings' sources, MMLU-Pro (``mmlu-pro/1``), LexEval (``lexeval/1``) and
DISC-LawLLM (``disc/1``), each held to the letters or marks that its makers recorded; and LawBench
(``lawbench/1``, ``lawbench-labels/1``).
"""

from __future__ import annotations

from digesta.package_files import json_file
from digesta.scorers.base import Scorer
from digesta.scorers.letters.adversaries import ADVERSARIES
from digesta.scorers.letters.mark import COLUMNS, LettersKey, mark, prepare, read, why
from digesta.scorers.letters.metrics import METRICS
from digesta.scorers.letters.prompt import PROMPT, SHEET
from digesta.scorers.letters.records import LettersAsk, LettersTruth, Raw, labels

SCORER: Scorer[LettersKey] = Scorer(
    name="letters",
    version=1,
    Ask=LettersAsk,
    Truth=LettersTruth,
    Answer=Raw,
    columns=COLUMNS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    why=why,
    labels=labels,
    read=read,
    sheet=SHEET,
    prompt=PROMPT,
    example=lambda: json_file(__name__, "example.json"),
)
