"""LawBench: questions of 20 tasks of Chinese law, and one model's predictions.

Shape of: open-compass/LawBench@e30981b (``data``, ``predictions``, ``evaluation``). Questions are
in ``1-2.json``, a list of instruction, question and answer. Predictions are in a file of the same
name, or in ``lawbench_JEC-KD.json``: an object from "0" on, of origin_prompt, prediction and refr.
These have question and truth, so they can be imported without the questions. UTF-8.

Keys "正确答案：A" and "[正确答案]A" (1-2, 2-8, 3-6) become letters, read by ``letters/3`` and
``lawbench/1``, which gives the original's accuracy. ``mentions`` marks labels, articles, prison
terms and amounts (2-3, 2-4, 2-9, 3-1, 3-3, 3-4, 3-5, 3-7; ``keys.json``, after the original's
lists). Its ``as_published`` is the original's figure. Death and life sentences are left out, as
there. All other tasks are texts. The original marks them by ROUGE-L on segmented Chinese, or by
parts of the text; ``closed`` compares the whole text. Nothing is imitated.
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
