"""lm-evaluation-harness: the logs of ``lm_eval run --log_samples``.

Shape of: lm_eval 0.4.13, and 0.4.0 on, whose logs have other types. ``samples_TASK_DATE.jsonl``
for each task, ``results_DATE.json`` for the model's name and the number of samples. UTF-8.

Multiple choice becomes letters: the choice whose log-likelihood is greatest, the first of equals,
as the harness takes it for ``acc``; a line whose ``acc`` says otherwise is refused. What was
generated becomes a raw reply to letters where the document has choices and the target is a letter,
else the text that the first filter left, against the target. The prompt is the one that was sent,
with its examples. Perplexities (``loglikelihood_rolling``) have no answer, and are refused.
"""

from __future__ import annotations

from digesta_convert.lm_eval.importer import parse
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check

CONVERTER = Converter(
    name="lm_eval",
    about="lm-evaluation-harness, lm_eval --log_samples: samples_*.jsonl, a file a task, and "
    "results_*.json of one model; UTF-8",
    track="lm_eval",
    scorers=("letters", "closed"),
    parse=parse,
    check=check,
    import_example="lm_eval smollm2 -o build/lm_eval",
)
