"""Tasks of Inspect for our own questions: a module with a task for each track, and their JSONL.

The module marks replies by Digesta's own scorers, which must be installed where Inspect runs.
``score`` is the track's headline where those questions give it, ``mean`` that over questions.
"""

from __future__ import annotations

from digesta_convert.exports.base import Exporter, ExportInputs
from digesta_convert.exports.harness import SETTINGS, jsonl_files, module, tracks_of
from digesta_convert.shared.converter import Report


def write(inputs: ExportInputs) -> Report:
    """Return the module and the questions."""
    tracks = tracks_of(inputs)
    tasks = "".join(
        f'\n\n@task\ndef {name}():\n    return task_of("{name}")\n' for name in tracks.lines
    )
    limit = f"\n\nMAX_TOKENS = {dict(tracks.limits)}\n"
    text = f"{module('marking', 'inspect')}{limit}{tasks}"
    return Report({"digesta_tasks.py": text.encode(), **jsonl_files(tracks)}, tracks.notes)


EXPORTER = Exporter(
    name="inspect",
    about="Tasks of Inspect for a release's closed questions, marked by Digesta's own "
    "scorer: a module and JSONL.",
    export_example="inspect releases/2026-11-30 -o build/inspect",
    write=write,
    settings=SETTINGS,
)
