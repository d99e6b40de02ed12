"""TREC: qrels and a run, as trec_eval and ir_measures read them; retrieval questions and answers.

``qrels.txt``: the positives, graded 5 for tier 1 to 1 for tier 5. ``run.txt``: the ranked lists.
``lines`` has the lines. What a file is says its name, or the fields of its first line. Ids that
are no ids here are put in lower case, and a sign before them is spelt out (-7 is ``minus-7``, and
-7 again in files that are written); two that become one are refused.

A list is written as the scorer reads it: without the query's own case, each case once, cut at
``at_most``; a name that can be no case keeps its rank under a digest. Where the corpus stands
beside, ``qrels.accusation.txt``, ``qrels.article.txt`` and ``qrels.imprisonment.txt`` hold what is
right in the other parts: they are derived, and not read. So nDCG@10, P@K, MRR (recip_rank) and MAP
of these files are our ``gold_ndcg_at_10``, ``PART.precision_at_K``, ``PART.mrr``, ``PART.map``.

What is judged not relevant is left out. A query without anything relevant is refused, and so is a
run's query that the qrels lack.
"""

from __future__ import annotations

from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check
from digesta_convert.trec.exporter import compose
from digesta_convert.trec.importer import parse

CONVERTER = Converter(
    name="trec",
    about="TREC: qrels.txt and run.txt as trec_eval reads them; UTF-8; ranked lists of cases",
    track="cases",
    scorers=("retrieval",),
    parse=parse,
    compose=compose,
    needs={"retrieval": ("truth/positives",)},
    check=check,
    import_example="trec qrels.txt run.txt -o build/trec",
    export_example="trec build/legalagent -o build/trec_files",
)
