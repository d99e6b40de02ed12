"""TLR-Bench: ``tlr_bench_v1.json``, queries on a temporal graph with their ground truth.

Shape of: Kamil-Sabbagh/…SAT-Graph-RAG@0872083. UTF-8 without a byte order mark. Six tasks become
the six kinds of temporal question. Ids are put in lower case, amendments named ``EC N``; the
source's own spelling of components and figures (valid range, hash, counts, metadata) are kept
beside the truth, the file's metadata as the resource ``tlr/benchmark.json``.

A published ground truth is imported as it is, right or wrong; what it lacks by our rules (the
horizon, a SHA-256 of the text, versions that begin on one day) is listed. The original
has no file of answers; ours are lines {"query_id", "answer"}.
"""

from __future__ import annotations

from digesta_convert.shared.converter import Converter
from digesta_convert.tlr.exporter import compose
from digesta_convert.tlr.importer import parse
from digesta_convert.tlr.report import report

CONVERTER = Converter(
    name="tlr",
    about="TLR-Bench: tlr_bench_v1.json and lines of answers; UTF-8 without a byte order mark",
    track="tlr",
    scorers=("temporal",),
    parse=parse,
    compose=compose,
    needs={
        "attribution": ("truth/amendments", "truth/dates"),
        "difference": ("truth/changed", "truth/amendments_between"),
        "lineage": ("truth/version_chain",),
        "consistency": ("truth/amended",),
        "impact": ("truth/articles",),
    },
    report=report,
    import_example="tlr tlr_bench_v1.json answers.jsonl -o build/tlr",
    export_example="tlr build/tlr -o build/tlr_report",
)
