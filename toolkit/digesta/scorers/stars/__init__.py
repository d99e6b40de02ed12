"""Ranked lists against experts' stars, one to five, which are the grades 0 to 4.

Read as ``ranking`` reads a list: repeats are dropped, then all beyond ``at_most``. What nobody
graded is then passed over, since it is not known to be bad: the graded documents close up.
Measures, per question, the discounted gain at 10 and 5 with the grades as gains, and how many of
the first five have three, four or five stars. ``ndcg_at_10_of_all`` passes nothing over: what was
not graded keeps its rank and earns nothing; ``judged_at_10`` says how often that happens.
``relevant_from`` is 2, the grade of three stars.

Defined in: ACORD (nDCG@5, nDCG@10, precision@5 at three, four and five stars); ir_measures (nDCG
and P of ``judged_only``, after Sakai 2007; nDCG, Judged).
"""

from __future__ import annotations

from digesta.scorers.base import Scorer
from digesta.scorers.ranking import SCORER as RANKING
from digesta.scorers.ranking.mark import RankingKey
from digesta.scorers.ranking.records import RankingAnswer, RankingAsk, RankingTruth
from digesta.scorers.shared.prompt import ranking_form
from digesta.scorers.shared.sheet import OBJECT_SHEET
from digesta.scorers.stars.mark import ADVERSARIES, COLUMNS, mark, prepare, why
from digesta.scorers.stars.metrics import METRICS

SCORER: Scorer[RankingKey] = Scorer(
    name="stars",
    version=1,
    Ask=RankingAsk,
    Truth=RankingTruth,
    Answer=RankingAnswer,
    columns=COLUMNS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    why=why,
    sheet=OBJECT_SHEET,
    prompt=ranking_form("stars"),
    example=RANKING.example,
)
