"""Scores for the Hugging Face Hub: ``eval.yaml`` and, for each system, ``.eval_results``.

``eval.yaml`` belongs into the repository of the dataset (``hf-dataset`` writes it) and names its
tasks, one a track. ``models/<organization>/<system>/.eval_results/*.yaml`` belong into the
repositories of the models: a file for each condition and judge, in it a value for each track. A
value is the track's headline as a share of 1. The form is that of the Hub's page "Evaluation
results" (https://huggingface.co/docs/hub/eval-results).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from digesta.records.base import release_parts
from digesta.records.board import Board, Row
from digesta_convert.exports.base import Exporter, ExportInputs, Place
from digesta_convert.exports.hf_dataset import SPLIT
from digesta_convert.exports.texts import path_part, yaml
from digesta_convert.shared.converter import Report

FRAMEWORK = "digesta"


def write(inputs: ExportInputs) -> Report:
    """Return eval.yaml, and the files of the systems that stand on a track's board."""
    manifest = inputs.release.manifest
    there = {question.track for question in inputs.release.data.public()}
    about = {
        "name": f"Digesta {manifest.release}: {manifest.title}",
        "description": " ".join(t.about for t in manifest.tracks if t.track in there),
        "evaluation_framework": FRAMEWORK,
        "tasks": [
            {"id": track.track, "config": track.track, "split": SPLIT}
            for track in manifest.tracks
            if track.track in there
        ],
    }
    dataset = inputs.settings.get("dataset", f"digesta/{manifest.release}")
    results: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for board, place, row in inputs.rows():
        if "/" not in place.path and row.role not in {"adversary", "calibration"}:
            results[_path(place, row)].append(_result(board, place, row, dataset))
    files = {path: "".join(yaml([each]) for each in own) for path, own in results.items()}
    texts = {"eval.yaml": yaml(about), **files}
    return Report({path: text.encode() for path, text in sorted(texts.items())})


def _path(place: Place, row: Row) -> str:
    judge = [path_part(place.judge)] if place.judge else []
    name = "-".join([FRAMEWORK, place.condition, *judge])
    model = f"{path_part(row.organization)}/{path_part(row.submission_id)}"
    return f"models/{model}/.eval_results/{name}.yaml"


def _result(board: Board, place: Place, row: Row, dataset: str) -> dict[str, Any]:
    judge = f"; judged by {place.judge}" if place.judge else ""
    known = f"95 % interval {row.low} to {row.high}"
    interval = "too few sources for an interval" if row.low is None else known
    return {
        "dataset": {"id": dataset, "task_id": place.track},
        "value": row.score,
        "date": release_parts(board.release).day,
        "notes": f"{board.metric}, {place.condition}{judge}; {interval}; {board.n} questions, "
        f"{row.missing} without an answer; {row.role}, {row.level}; {board.signature}",
    }


EXPORTER = Exporter(
    name="hub_results",
    about="For the Hugging Face Hub: eval.yaml for the dataset, .eval_results/*.yaml for each "
    "system's repository.",
    export_example="hub_results predictions/2026-11-22.6/smollm2 -o build/hub --set dataset=a/b",
    write=write,
    of_results=True,
    settings={"dataset": "The dataset's id, ORGANIZATION/NAME. Default: digesta/RELEASE."},
)
