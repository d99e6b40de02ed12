"""Closed questions: answers that a program can tell right from wrong without a judge.

Measures, per question, whether an answer of one of five types is right: ``enum`` (the
normalised text is the answer or accepted), ``mcq`` (it names a right choice by its text, its
0-based index as a number, or its label), ``boolean`` (true, false, or yes and no in the
question's language), ``numeric`` (exact decimals within a tolerance; times of day in minutes)
and ``json`` (an object that satisfies the schema and equals a truth).

Defined in: HalachaBench, design document, section Scoring. Differs from its code, on purpose:
accepted answers add to the answer and count for every type; text is never stripped of what it
holds inside; a boolean is no index, a digit in a text is no index either; numbers are exact
decimals ("1,00" is not 100); JSON is checked against the schema and true is not 1.

Which words and marks of numbers are read, the ask says: by its ``reading``, which a track names
(``digesta.text.readings``), else yes and no of five languages and JSON's numbers.

An answer of another type than the question's is *unreadable*: a text that names no choice, a
number in words, an object that is none. A JSON object that breaks the schema is wrong, with no
field right. ``chance`` is the share of the choices that is right (1/k with one), 1/2 for
booleans, 0 for open answers.
"""

from __future__ import annotations

from digesta.package_files import json_file
from digesta.scorers.base import Scorer
from digesta.scorers.closed.adversaries import ADVERSARIES
from digesta.scorers.closed.mark import (
    COLUMNS,
    ClosedKey,
    mark,
    mark_many,
    normalisers,
    prepare,
    prepare_cut,
    unread,
    why,
    with_reading,
)
from digesta.scorers.closed.metrics import METRICS
from digesta.scorers.closed.prompt import PROMPT, SHEET
from digesta.scorers.closed.records import ClosedAnswer, ClosedAsk, ClosedTruth, labels
from digesta.scorers.forms import answer_rules, pictures

SCORER: Scorer[ClosedKey] = Scorer(
    name="closed",
    version=1,
    Ask=ClosedAsk,
    Truth=ClosedTruth,
    Answer=ClosedAnswer,
    columns=COLUMNS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    prepare_cut=prepare_cut,
    mark=mark,
    mark_many=mark_many,
    why=why,
    normalisers=normalisers,
    labels=labels,
    with_reading=with_reading,
    unread=unread,
    sheet=SHEET,
    prompt=PROMPT,
    example=lambda: json_file(__name__, "example.json"),
    answer_types=answer_rules(__name__),
    pictures=pictures(__name__),
)
