"""The strict reader of untrusted input: bytes in; values, or located problems, out.

It opens no file. An input is taken whole or refused whole, with every problem: the first 20 and
their number. The profile is I-JSON (RFC 7493) with ``InputLimits``; ``CODES`` has the codes of
problems and the next step for each.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from digesta.intake.characters.confusables import name_skeleton, organization_skeleton
from digesta.intake.characters.names import check_file_name
from digesta.intake.codes import CODES, CodeInfo
from digesta.intake.limits import INT_MAX, LIMITS, RELEASE_LIMITS, InputLimits
from digesta.intake.metadata import read_submission_metadata
from digesta.intake.predictions import Batch, KnownIds, PredictionReader
from digesta.intake.strict import ParsedJson, strict_json, strict_parse
from digesta.intake.traces import read_traces

if TYPE_CHECKING:
    from digesta.intake.calibration import (
        choice_sha256,
        read_calibration,
        read_choices,
    )
    from digesta.intake.verdicts import (
        CalibrationSets,
        JudgedAnswer,
        asked_criteria,
        judged_text,
        prompt_sha256,
        read_controls,
        read_judge,
        read_verdicts,
    )

__all__ = [
    "CODES",
    "INT_MAX",
    "LIMITS",
    "RELEASE_LIMITS",
    "Batch",
    "CalibrationSets",
    "CodeInfo",
    "InputLimits",
    "JudgedAnswer",
    "KnownIds",
    "ParsedJson",
    "PredictionReader",
    "asked_criteria",
    "check_file_name",
    "choice_sha256",
    "judged_text",
    "name_skeleton",
    "organization_skeleton",
    "prompt_sha256",
    "read_calibration",
    "read_choices",
    "read_controls",
    "read_judge",
    "read_submission_metadata",
    "read_traces",
    "read_verdicts",
    "strict_json",
    "strict_parse",
]

_OF_JUDGES = ("digesta.intake.calibration", "digesta.intake.verdicts")
"""Imported when a name of theirs is asked for: most commands read nothing of a judge's."""


def __getattr__(name: str) -> Any:
    if name in __all__:
        for module in map(import_module, _OF_JUDGES):
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module 'digesta.intake' has no attribute {name!r}")
