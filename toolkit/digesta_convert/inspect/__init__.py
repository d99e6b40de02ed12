"""Inspect: logs of ``inspect eval``, as ``.eval`` archives or as JSON.

Shape of: inspect_ai 0.3.285, and 0.3.100, whose archives are deflated. A log is one task; several
of one model may be named. What is packed by Zstandard, as newer versions do, needs
``backports.zstd`` before Python 3.14.

A sample with choices and a target of letters becomes letters, and the model's whole completion the
raw reply; ``input`` is the prompt, without the solver's wording of the choices. Any other target
is a text, or one of several, and the answer what the first scorer took out of the completion. Of
several epochs the first counts. A solver that shuffles the choices is refused: its letters
stand for other choices than the log lists.
"""

from __future__ import annotations

from digesta_convert.inspect.importer import parse
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check

CONVERTER = Converter(
    name="inspect",
    about="Inspect: logs of one model, LOG.eval or LOG.json, a file a task; UTF-8",
    track="inspect",
    scorers=("letters", "closed"),
    parse=parse,
    check=check,
    import_example="inspect logs -o build/inspect",
)
