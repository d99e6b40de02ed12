"""Similar cases: a ranked list of the cases of a corpus that are near to a query.

Measures, per question, the list's first ten against the query's ten positives in five tiers
(``gold``; headline ``gold_ndcg_at_10``), and against three attributes of the query's case:
``accusation`` (the same set of charges), ``article`` (the same set of articles) and
``imprisonment`` (the same flags for life and death, and terms no further apart than the greater
of 6 months and 20 % of the query's, inclusive; with a flag, months do not count). A query
without charges or without articles matches no case in that part. The relation is "same charge,
same articles, similar term", not lawyers' similarity.

The list is read in its order: the query's own case (by its text's digest) is dropped,
then repeats (the first place counts), then all beyond ``at_most``. An id that the corpus does
not hold keeps its rank and is a miss. Fewer results are misses.

Defined in: Legal Agent Evaluation Module, README (P, R, Hit, Macro- and Micro-F1 at 3, 5, 10);
trec_eval (ndcg_cut, recip_rank, map). Differs from the module's code, on purpose: a query with
fewer than K results stays in the means; repeats count once; an empty set equals nothing. What
the code gives stands beside as ``…_as_coded``: of the queries with K results or more, repeats
counted, empty equal to empty. Its recall is that times K/10, its F1 times 2K/(K + 10).
"""

from __future__ import annotations

from digesta.package_files import json_file
from digesta.scorers.base import Scorer
from digesta.scorers.forms import pictures
from digesta.scorers.shared.prompt import ranking_form
from digesta.scorers.shared.sheet import OBJECT_SHEET
from digesta_legal.retrieval.adversaries import ADVERSARIES
from digesta_legal.retrieval.corpus import PARTS, RetrievalQuestion, prepare
from digesta_legal.retrieval.fast import mark_many
from digesta_legal.retrieval.mark import COLUMNS, mark, why
from digesta_legal.retrieval.metrics import METRICS
from digesta_legal.retrieval.records import FORMATS, RetrievalAnswer, RetrievalAsk, RetrievalTruth

SCORER: Scorer[RetrievalQuestion] = Scorer(
    name="retrieval",
    version=1,
    Ask=RetrievalAsk,
    Truth=RetrievalTruth,
    Answer=RetrievalAnswer,
    columns=COLUMNS,
    parts=PARTS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    mark_many=mark_many,
    why=why,
    labels=lambda _ask, truth: {"accusation": truth["accusation"]},
    sheet=OBJECT_SHEET,
    prompt=ranking_form("retrieval"),
    formats=FORMATS,
    example=lambda: json_file(__name__, "example.json"),
    pictures=pictures(__name__),
)
