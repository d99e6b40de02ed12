"""The point-in-time engine: which text was in force when, what changed it, and what it changed.

It is built from values, opens no file and knows no clock; baselines and the builder of questions
share it. It holds the temporal graph of TLR-Bench (Norm, Component, CTV, CLV, TextUnit, Action and
the eight relations between them) and answers the six tasks.

Conventions. Days are ``YYYY-MM-DD``. An interval is half-open, [start, end): a text is in force
on its first day and not on its end; an end of None is open; an interval of no length is never
in force. *Valid on a day* means in the text compiled after the last amendment promulgated on or
before that day or, where a law is dated by entry into force, in the text in force on it. Component
ids are lower case. Amendments are ``EC N`` or ``ECR N``, or numbers of a year, ``2016-1088``; one
that the source does not name is written as its day.

Questions are about articles. A *state* of an article is its whole text, caput and
everything under it in order, between two substantive changes anywhere inside it. States are
numbered from 1.
"""

from digesta_legal.timeline.compilation import timeline_of
from digesta_legal.timeline.graph import Edge, edges
from digesta_legal.timeline.history import Attributions, Timeline
from digesta_legal.timeline.law import ArticleDifference, ArticleImpact, DatedLaw
from digesta_legal.timeline.records import (
    CTV,
    Action,
    Component,
    Norm,
    in_force,
    text_digest,
)
from digesta_legal.timeline.states import State, states_of

__all__ = [
    "CTV",
    "Action",
    "ArticleDifference",
    "ArticleImpact",
    "Attributions",
    "Component",
    "DatedLaw",
    "Edge",
    "Norm",
    "State",
    "Timeline",
    "edges",
    "in_force",
    "states_of",
    "text_digest",
    "timeline_of",
]
