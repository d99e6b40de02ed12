"""TREC: qrels, a run and topics, as trec_eval and ir_measures read them; ranked lists.

``qrels.txt`` has every judged document with its grade, ``run.txt`` the ranked lists, and ``topics``
the texts of the queries. A file is recognised by its name, or by the fields of its first line.
Queries become questions of the scorer ``ranking``. Any number of documents may be judged, with any
grade up to 100; their names stay as they are. Names of queries become lower case where they are not
ids here, and a sign before them is spelt out: -7 is ``minus-7``, and -7 again in written files. Two
that become one are refused. Grades below 0 are 0. As in trec_eval, a query is left out, and listed,
if nothing is relevant or the qrels lack it.

Judgements and lists of ``ranking`` are written as they are. Of ``retrieval``, positives are graded
5 for tier 1 to 1 for tier 5. Its lists are as that scorer reads them: without the query's own case,
each case once, cut at ``at_most``. A name that cannot be a case keeps its rank under a digest. If
the corpus is there, ``qrels.accusation.txt``, ``qrels.article.txt`` and ``qrels.imprisonment.txt``
have the truths of the other parts; they are derived, and not read. So nDCG@10, P@K, MRR
(recip_rank) and MAP of these files are our ``ndcg_at_10``, ``precision_at_K``, ``mrr`` and ``map``,
or ``gold_ndcg_at_10``, ``PART.precision_at_K`` and so on.
"""

from __future__ import annotations

from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check
from digesta_convert.trec.exporter import compose
from digesta_convert.trec.importer import parse

CONVERTER = Converter(
    name="trec",
    about="TREC: qrels.txt and run.txt as trec_eval reads them (equal scores by the rank column), "
    "and topics (TSV, JSONL or <top>); UTF-8; ranked lists of documents",
    track="trec",
    scorers=("ranking", "retrieval"),
    parse=parse,
    compose=compose,
    needs={"ranking": ("truth/grades",), "retrieval": ("truth/positives",)},
    check=check,
    import_example="trec qrels.txt run.txt -o build/trec",
    export_example="trec build/legalagent -o build/trec_files",
)
