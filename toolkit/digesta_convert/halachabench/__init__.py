"""HalachaBench: questions as JSON lines with their truths, predictions, and the report JSON.

Shape of: codepharmer/halachabench@4c3cfd8 (``halachabench.eval``). UTF-8 without a byte order
mark, as its reader has it. A question's id is the SHA-256 of its other fields as JSON with sorted
keys; one that is not is refused, and an export's are computed the same way from what it writes.

Differs: repeated ids, unknown ids and a truth that is not among its own accepted answers are
refused (there: listed, ignored, unanswerable); a null counts as an absent key. An index as an
mcq's truth becomes the text of the choice. JSON answers get the schema ``{"type": "object"}``,
which is all that the original asks of them. The report holds our scorer's marks.
"""

from __future__ import annotations

from digesta_convert.halachabench.exporter import compose
from digesta_convert.halachabench.importer import parse
from digesta_convert.halachabench.report import report
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check

CONVERTER = Converter(
    name="halachabench",
    about="HalachaBench: questions.jsonl and a predictions file; UTF-8 without a byte order mark",
    track="halacha",
    scorers=("closed",),
    parse=parse,
    compose=compose,
    needs={"closed": ("ask/answer_type", "truth/answer")},
    report=report,
    check=check,
    import_example="halachabench build/halachabench -o build/draft",
    export_example="halachabench predictions/2026-11-22/baseline-longest -o build/halachabench",
)
