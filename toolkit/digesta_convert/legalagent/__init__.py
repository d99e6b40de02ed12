"""The Legal Agent Evaluation Module: query sets with positives, search responses, the summary.

Shape of: cy1vi/LegalAgent@a256f2d, ``backend/evaluate``. UTF-8 without a byte order mark. A set
is lines of JSON: version 4 (``eval_dataset_v4.jsonl``: query, positives with their attributes)
or tiered (``gold_standard_eval_tiered.jsonl``: query and positives as CAIL2018 rows). Answers are
a ``batch_search`` response (a list of lists, or {"results": …}) in the order of the queries; of a
result all but its id and case is passed over. ``train.json`` adds its cases to the corpus.

A tier is what the first set builder's rule gives; a positive outside it has its tier left to
add. The first ten positives are the truth, as the original cuts them. The summary holds the
original's own figures (``…_as_coded``): queries with fewer than K results are left out there. It
needs no tiers, and a positive that is the query itself stays one that nobody can find.
"""

from __future__ import annotations

from digesta_convert.legalagent.exporter import compose
from digesta_convert.legalagent.importer import parse
from digesta_convert.legalagent.report import report
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check

CONVERTER = Converter(
    name="legalagent",
    about="Legal Agent Evaluation Module: eval_dataset_v4.jsonl (a query set), response.json "
    "of batch_search, train.json; UTF-8 without a byte order mark",
    track="cases",
    scorers=("retrieval",),
    parse=parse,
    compose=compose,
    needs={"retrieval": ("truth/positives", "truth/accusation", "truth/articles")},
    report=report,
    check=check,
    import_example="legalagent eval_dataset_v4.jsonl response.json -o build/legalagent",
    export_example="legalagent build/legalagent -o build/legalagent_report",
)
