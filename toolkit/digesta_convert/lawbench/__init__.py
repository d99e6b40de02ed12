"""LawBench: questions of 20 tasks of Chinese law, and one model's predictions.

Shape of: open-compass/LawBench@e30981b (``data``, ``predictions``, ``evaluation``). Questions in
``1-2.json``, a list of instruction, question and answer; predictions in a file of the same name or
``lawbench_JEC-KD.json``, an object from "0" on of origin_prompt, prediction and refr, which hold
all that is asked and right: they may stand alone. UTF-8.

Keys "正确答案：A" and "[正确答案]A" (1-2, 2-8, 3-6) become letters, read by ``letters/3`` and
``lawbench/1``, which gives the original's accuracy. Labels, articles, prison terms and amounts
(2-3, 2-4, 2-9, 3-1, 3-3, 3-4, 3-5, 3-7; ``keys.json``, after the original's lists) are marked by
``mentions``, whose ``as_published`` is the original's figure; death and life sentences are left
out, as there. All others are texts, which the original marks by ROUGE-L on segmented Chinese or by
parts of the text: not what ``closed`` asks for, the very text; nothing is imitated.
"""

from __future__ import annotations

from digesta_convert.lawbench.importer import parse
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check

CONVERTER = Converter(
    name="lawbench",
    about="LawBench: questions 1-2.json, one file per task, and one model's predictions, "
    "MODEL/1-2.json, or only MODEL/lawbench_JEC-KD.json; UTF-8",
    track="lawbench",
    scorers=("letters", "mentions", "closed"),
    parse=parse,
    check=check,
    import_example="lawbench lawbench -o build/lawbench",
)
