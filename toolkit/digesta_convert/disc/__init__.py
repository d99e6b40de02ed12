"""DISC-LawLLM's objective evaluation: examinations of Chinese law, and one model's results.

Shape of: FudanDISC/DISC-LawLLM@f40d023 (``eval/datasets/objective``, ``eval/result``). Questions
in ``mcq_KIND_EXAM.csv``: input, A, B, C, D, output (the key), source. Results in
``KIND/EXAM_results.csv``, where a kind is single or multi, or under the questions' name: the same
with model_output, and what the original read and marked, which is not read. JSONL with the same
keys, packed by gzip or not, is read too. UTF-8, with or without a byte order mark.

Results stand in the questions' order; a row whose input is another's (or another's digest, the
first 16 hexadecimal digits of SHA-256) is refused. Replies are read by ``letters/1`` and
``disc/1``.
"""

from __future__ import annotations

from digesta_convert.disc.importer import parse
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check

CONVERTER = Converter(
    name="disc",
    about="DISC-LawLLM, objective: mcq_KIND_EXAM.csv, a file a task, and one model's results "
    "KIND/EXAM_results.csv; or .jsonl, .gz or not; UTF-8",
    track="disc",
    scorers=("letters",),
    parse=parse,
    check=check,
    import_example="disc disc -o build/disc",
)
