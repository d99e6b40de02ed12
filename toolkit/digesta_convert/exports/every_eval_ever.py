"""Every Eval Ever 0.3.0: an aggregate file and a file of instances for each system.

``data/<release>/<organization>/<system>/<uuid>.json`` holds a result for each board on which the
system stands, with its interval; ``<uuid>_samples.jsonl`` a line for each answer, joined to the
result of its task by ``evaluation_result_id``. The form is that of the JSON Schemas in the package
``every-eval-ever`` 0.3.0. The UUID and the times follow from the release, so that the same inputs
give the same bytes. An instance's score is the task's metric of that question alone; adversaries
that draw have no instances, and panels of several judges none.
"""

from __future__ import annotations

import uuid
from calendar import timegm
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from importlib.metadata import version
from typing import Any

from digesta.canonical import canonical_bytes, digest, sha256_hex
from digesta.metrics.exact import round_share
from digesta.records.base import release_parts
from digesta.records.board import Board, Row
from digesta.records.question import Question, Truth
from digesta.records.submission import Card
from digesta.scoring.facts import TaskFacts
from digesta.scoring.submission import ScoredSubmission
from digesta_convert.exports.base import Exporter, ExportInputs, Place
from digesta_convert.exports.texts import path_part, shown_text, text_of
from digesta_convert.shared.converter import Report
from digesta_convert.shared.names import UNKNOWN, maker_of

SCHEMA = "0.3.0"

Standing = tuple[Board, Place, Row]


def write(inputs: ExportInputs) -> Report:
    """Return two files for each system that stands on a board."""
    standings: dict[str, list[Standing]] = defaultdict(list)
    for board, place, row in inputs.rows():
        standings[row.submission_id].append((board, place, row))
    known = {q.question_id: (q, truth) for q, truth in inputs.questions()}
    files: dict[str, bytes] = {}
    for own in standings.values():
        files |= _System(inputs, own, known).files()
    return Report(files)


class _System:
    """One system's files. standings: its rows. known: questions with their truths, by id."""

    def __init__(
        self,
        inputs: ExportInputs,
        standings: list[Standing],
        known: Mapping[str, tuple[Question, Truth]],
    ) -> None:
        self._inputs, self._standings, self._known = inputs, standings, known
        name = standings[0][2].submission_id
        self._marked = {
            each.judge: each for each in inputs.submissions if each.card.submission_id == name
        }
        self._card = next(iter(self._marked.values())).card
        self._maker = _maker(self._card, standings[0][2])
        self._model = f"{path_part(self._maker or 'unknown')}/{path_part(name)}"
        release = inputs.release.manifest.release
        self._time = str(timegm(date.fromisoformat(release_parts(release).day).timetuple()))
        self._id = f"digesta-{release}/{self._model}/{self._time}"

    def files(self) -> dict[str, bytes]:
        """Return the aggregate file, and the instances where there are some."""
        release, key = (
            self._inputs.release,
            digest([self._inputs.release.compiled.digest, self._id]),
        )
        name = uuid.UUID(bytes=bytes.fromhex(key)[:16], version=4)
        path = f"data/digesta-{release.id}/{self._model}/{name}"
        lines = [canonical_bytes(line) for line in self._instances()]
        details = b"".join(line + b"\n" for line in lines)
        detailed = {
            "format": "jsonl",
            "file_path": f"{path}_samples.jsonl",
            "hash_algorithm": "sha256",
            "checksum": sha256_hex(details),
            "total_rows": len(lines),
        }
        whole = self._aggregate() | ({"detailed_evaluation_results": detailed} if lines else {})
        files = {f"{path}.json": canonical_bytes(whole) + b"\n"}
        return files | ({f"{path}_samples.jsonl": details} if lines else {})

    def _aggregate(self) -> dict[str, Any]:
        _, _, row = self._standings[0]
        own = row.role in {"adversary", "baseline"}
        return {
            "schema_version": SCHEMA,
            "evaluation_id": self._id,
            "retrieved_timestamp": self._time,
            "source_metadata": {
                "source_name": "Digesta",
                "source_type": "evaluation_run",
                "source_organization_name": "Digesta",
                "evaluator_relationship": "first_party" if own else "third_party",
                "additional_details": {"role": row.role, "level": row.level},
            },
            "eval_library": {"name": "digesta", "version": version("digesta")},
            "model_info": {
                "name": self._card.model_name,
                "id": self._model,
                **({"developer": self._maker} if self._maker else {}),
                "additional_details": _card_details(self._card.as_json()),
            },
            "evaluation_results": [self._result(*standing) for standing in self._standings],
        }

    def _result(self, board: Board, place: Place, row: Row) -> dict[str, Any]:
        judge = {"judge": place.judge} if place.judge else {}
        return {
            "evaluation_result_id": board.board,
            "evaluation_name": board.title,
            "source_data": self._source(),
            "metric_config": {
                "evaluation_description": f"{place.condition}; {board.weighting}",
                "metric_id": board.metric.replace(" / ", "_or_"),
                "metric_name": board.metric,
                "metric_unit": "proportion",
                "lower_is_better": False,
                "score_type": "continuous",
                "min_score": 0,
                "max_score": 1,
                "additional_details": {"signature": board.signature, **judge},
            },
            "score_details": {
                "score": row.score,
                "details": {
                    "chance": str(board.chance),
                    "missing": str(row.missing),
                    "unreadable": str(row.unreadable),
                },
                "uncertainty": _interval(board, row) | {"num_samples": board.n},
            },
        }

    def _source(self) -> dict[str, Any]:
        manifest = self._inputs.release.manifest
        name = f"digesta-{manifest.release}"
        if manifest.archive and manifest.archive.url:
            return {"dataset_name": name, "source_type": "url", "url": [manifest.archive.url]}
        return {"dataset_name": name, "source_type": "other"}

    def _instances(self) -> Iterator[dict[str, Any]]:
        """Yield a line for each question of each task, by each judge's verdicts."""
        for judge, submission in self._marked.items():
            boards = {
                path: board
                for board, place, _ in self._standings
                if place.judge == judge
                for path in (place.path, *(each.partition("@")[0] for each in board.addresses))
            }
            for facts in submission.facts if not submission.expectation else ():
                task = facts.task
                # A small task is a row of its category's board.
                ways = (
                    f"{task.track}/{task.category}/{task.task}",
                    f"{task.track}/{task.category}",
                )
                board = next((boards[path] for path in ways if path in boards), None)
                for index, key in enumerate(task.ids):
                    if board and key in self._known:
                        yield self._instance(board, submission, facts, index=index)

    def _instance(
        self, board: Board, submission: ScoredSubmission, facts: TaskFacts, *, index: int
    ) -> dict[str, Any]:
        task, key = facts.task, facts.task.ids[index]
        question, truth = self._known[key]
        shown, right = shown_text(question), reference(truth)
        answer = text_of(submission.answers[task.start + index])
        trace = submission.traces.get(key)
        raw = trace.reply if trace and trace.reply is not None else answer
        sums = task.scorer.sums(facts.rows[index : index + 1])
        score = round_share(task.headline.value(sums))
        return {
            "schema_version": SCHEMA,
            "evaluation_id": self._id,
            "model_id": self._model,
            "evaluation_name": board.title,
            "evaluation_result_id": board.board,
            "sample_id": key,
            "sample_hash": sha256_hex("".join([shown, *right]).encode()),
            "interaction_type": "single_turn",
            "input": {"raw": shown, "reference": right, "choices": question.ask.get("choices")},
            "output": {"raw": [raw]},
            "messages": None,
            "answer_attribution": [
                {
                    "turn_idx": 0,
                    "source": "output.raw",
                    "extracted_value": answer,
                    "extraction_method": "custom",
                    "is_terminal": True,
                }
            ],
            "evaluation": {"score": score, "is_correct": score == 1},
            "metadata": {"language": question.language, "difficulty": question.difficulty},
            **_usage(trace.as_json() if trace else {}),
        }


def _maker(card: Card, row: Row) -> str:
    """Return who made a system, "" where that is not known; who sent in a model did not make it.

    Programs are their submitters' own; an archive names the makers of its models.
    """
    own = row.role in {"adversary", "baseline"} or row.level == "archived"
    known = card.developer or (card.organization if own and card.organization != UNKNOWN else "")
    return known or maker_of(card.model_name)


def reference(truth: Truth) -> list[str]:
    """Return what is right as texts: the answer and others like it, else the whole truth."""
    if "answer" not in truth.truth:
        return [text_of(truth.truth)]
    return [text_of(each) for each in (truth.truth["answer"], *truth.truth.get("accepted", ()))]


def _card_details(card: Mapping[str, Any]) -> dict[str, str]:
    kept = ("condition", "date", "decoding", "parameters", "prompts", "retriever", "url")
    weights = {True: "open_weights", False: "closed_weights"}.get(card.get("open_weights", ""))
    return {
        "deployment_type": "unknown",
        "model_availability": weights or "unknown",
        **{name: text_of(card[name]) for name in kept if card.get(name) is not None},
    }


def _usage(trace: Mapping[str, Any]) -> dict[str, Any]:
    before, after = trace.get("input_tokens"), trace.get("output_tokens")
    latency = trace.get("latency_ms")
    usage: dict[str, Any] = {}
    if before is not None and after is not None:
        tokens = {"input_tokens": before, "output_tokens": after, "total_tokens": before + after}
        usage["token_usage"] = tokens
    if latency is not None:
        usage["performance"] = {"latency_ms": latency}
    return usage


def _interval(board: Board, row: Row) -> dict[str, Any]:
    if row.low is None:
        return {}
    level, method = float(board.interval.level), board.interval.method
    ends = {"lower": row.low, "upper": row.high}
    return {"confidence_interval": {**ends, "confidence_level": level, "method": method}}


EXPORTER = Exporter(
    name="every_eval_ever",
    about="Every Eval Ever 0.3: for each system an aggregate JSON and a JSONL of its answers.",
    export_example="every_eval_ever predictions/2026-11-22.6/smollm2 -o build/eee",
    write=write,
    of_results=True,
)
