"""Tasks of lm-evaluation-harness for our own questions: a YAML and a JSONL for each track.

``digesta_marking.py`` beside them marks replies by Digesta's own scorers, which must be installed
where the harness runs. ``score`` is the track's headline where those questions give it, ``credit``
the mean over questions. Run them with ``--apply_chat_template``: the instructions are in the
system message.
"""

from __future__ import annotations

from digesta_convert.exports.base import Exporter, ExportInputs
from digesta_convert.exports.harness import SETTINGS, jsonl_files, module, tracks_of
from digesta_convert.exports.texts import yaml
from digesta_convert.shared.converter import Report

_MARKING = "digesta_marking"


def write(inputs: ExportInputs) -> Report:
    """Return tasks, questions and the module that marks."""
    tracks = tracks_of(inputs)
    release = inputs.release.id
    tasks = {
        f"digesta_{name}.yaml": _task(name, release, limit) for name, limit in tracks.limits.items()
    }
    marking = {f"{_MARKING}.py": module("marking", "lm_eval").encode()}
    return Report({**tasks, **marking, **jsonl_files(tracks)}, tracks.notes)


def _task(track: str, release: str, limit: int) -> bytes:
    fields = {
        "task": f"digesta_{track}",
        "test_split": "test",
        "output_type": "generate_until",
        "description": "system",
        "doc_to_text": "prompt",
        "doc_to_target": "right",
        "target_delimiter": "",
        "generation_kwargs": {"until": [], "max_gen_toks": limit, "temperature": 0},
        "metadata": {"version": 1, "release": release, "track": track},
    }
    # Functions are named by a tag of the harness's own, which no value of JSON could be.
    functions = (
        f"custom_dataset: !function {_MARKING}.questions\n"
        f"process_results: !function {_MARKING}.process_results\n"
        "metric_list:\n"
        "  - metric: score\n"
        f"    aggregation: !function {_MARKING}.headline\n"
        "    higher_is_better: true\n"
        "  - metric: credit\n"
        "    aggregation: mean\n"
        "    higher_is_better: true\n"
    )
    return f"{yaml(fields)}{functions}".encode()


EXPORTER = Exporter(
    name="lm_eval",
    about="Tasks of lm-evaluation-harness for a release's closed questions, marked by "
    "Digesta's own scorer: YAML, JSONL and a module.",
    export_example="lm_eval releases/2026-11-30 -o build/lm_eval",
    write=write,
    settings=SETTINGS,
)
