"""FinLaw: penalty cases and predictions (序号, 处罚类型, 违规领域, 法律依据, 处罚等级).

Shape of: jerrysxr1223/Finlaw-Bench@3c0274b (``evaluat.py``). UTF-8; a byte order mark is read
and, as the original writes it, written; lines end in CRLF. The facts and parties become the
prompt, a line a column; the date of the decision is the day as of which the law is meant.
法律依据 is read as ``zh-citation/1`` (四十六 = 46), and kept as it is written beside the truth,
with the amount.

Differs: a repeated or unknown 序号 is a problem (there: rows multiply, or are scored against
nothing); a prediction whose cells are all empty is an abstention; an empty cell is a part left
out. A blank gold grade is left to add (there: an empty answer to it is right).
"""

from __future__ import annotations

from digesta_convert.finlaw.exporter import compose
from digesta_convert.finlaw.importer import parse
from digesta_convert.finlaw.report import report
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check

CONVERTER = Converter(
    name="finlaw",
    about="FinLaw: Finlaw_dataset.csv (the cases) and a CSV of predictions; UTF-8, with or "
    "without a byte order mark",
    track="finlaw",
    scorers=("penalty",),
    parse=parse,
    compose=compose,
    needs={"penalty": ("truth/penalty_type", "truth/violation_domain", "truth/legal_basis")},
    report=report,
    check=check,
    import_example="finlaw Finlaw_dataset.csv result.csv -o build/finlaw",
    export_example="finlaw build/finlaw -o build/finlaw_report",
)
