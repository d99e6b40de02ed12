"""The strict reader of untrusted input: bytes in; values, or located problems, out.

It opens no file. An input is taken whole or refused whole, with every problem: the first 20 and
how many there are. The profile is I-JSON (RFC 7493) with ``Limits``; codes and what to do about
each stand in ``CODES``.
"""

from __future__ import annotations

from digesta.intake.calibration import Sets, choice_sha256, read_calibration, read_choices
from digesta.intake.characters.confusables import name_skeleton, organization_skeleton
from digesta.intake.characters.names import check_file_name
from digesta.intake.codes import CODES
from digesta.intake.codes.info import CodeInfo
from digesta.intake.limits import INT_MAX, LIMITS, RELEASE_LIMITS, Limits
from digesta.intake.metadata import read_submission_metadata
from digesta.intake.predictions import Batch, Order, PredictionReader, ReaderName
from digesta.intake.strict import Parsed, strict_json, strict_parse
from digesta.intake.traces import read_traces
from digesta.intake.verdicts import (
    Judged,
    covered,
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
    "CodeInfo",
    "Judged",
    "Limits",
    "Order",
    "Parsed",
    "PredictionReader",
    "ReaderName",
    "Sets",
    "check_file_name",
    "choice_sha256",
    "covered",
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
