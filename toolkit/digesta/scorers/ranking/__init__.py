"""Ranked lists against graded judgements of any number of documents, as TREC keeps them.

Measures, per question, the list's discounted gain at 10, 20 and 30 with the grades as gains, and,
with the grade from which on a document is relevant, precision at 5 and 10, average precision and
the first hit. The list is read in its order: repeats are dropped (the first place counts), then
all beyond ``at_most``. A document that nobody judged keeps its rank and is a miss;
``judged_at_10`` says how often that happens. What is searched need not be in the release.

Another's benchmark may count only the best ``coded_best`` of its judged documents: its figures
stand beside as ``…_as_coded``.

Defined in: trec_eval (ndcg_cut, P, map, recip_rank; its option -l sets the level). The scorer
``retrieval`` is another: ten positives and the attributes of a corpus that the release holds.
"""

from __future__ import annotations

from digesta.package_files import json_file
from digesta.scorers.base import Scorer
from digesta.scorers.ranking.adversaries import ADVERSARIES
from digesta.scorers.ranking.mark import COLUMNS, RankingKey, mark, prepare, why
from digesta.scorers.ranking.metrics import METRICS
from digesta.scorers.ranking.records import FORMATS, RankingAnswer, RankingAsk, RankingTruth
from digesta.scorers.shared.prompt import ranking_form
from digesta.scorers.shared.sheet import OBJECT_SHEET

SCORER: Scorer[RankingKey] = Scorer(
    name="ranking",
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
    prompt=ranking_form("ranking"),
    formats=FORMATS,
    example=lambda: json_file(__name__, "example.json"),
)
