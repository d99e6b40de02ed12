"""LegalBench: one task's folder, as its repository holds it.

Shape of: HazyResearch/legalbench (``tasks/TASK``). ``test.tsv``, else ``train.tsv``, a row a
question, whose column ``answer`` or ``label`` says what is right and ``index`` numbers it;
``base_prompt.txt``, in which ``{{text}}`` stands for a column; ``README.MD``, which names the
licence. Other prompts of the folder are not read. UTF-8.

What is asked is the whole prompt, its worked examples with it, but for the last ``A:``. Where at
most 16 short words are right at all, an answer is one of these; else it is a text, compared as
such: of tasks that the original marks by hand or by a formula of their own, it is not its score.
"""

from __future__ import annotations

from digesta_convert.legalbench.importer import parse
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check

CONVERTER = Converter(
    name="legalbench",
    about="LegalBench: a task's folder, with test.tsv, base_prompt.txt and README.MD, or these "
    "files; UTF-8",
    track="table",
    scorers=("closed",),
    parse=parse,
    parse_with=parse,
    check=check,
    import_example="legalbench abercrombie -o build/legalbench",
)
