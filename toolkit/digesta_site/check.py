"""What ``check.js`` reads on the submit page: the newest release's ids, and intake's codes.

The script is a first look without installing anything; ``digesta check`` is the verdict.
"""

from __future__ import annotations

from digesta.intake.codes import CODES
from digesta.intake.limits import LIMITS
from digesta_site.page import view_bytes
from digesta_site.values import SiteInput

USED = (
    "file-empty",
    "file-size",
    "utf8",
    "bom",
    "line-blank",
    "line-size",
    "not-json",
    "not-object",
    "unknown-key",
    "missing-key",
    "unknown-id",
    "dup-id",
    "list-answer",
)


def check_json(site: SiteInput) -> bytes:
    """Return the ids that may be answered, the limits, and meaning and fix of each code."""
    newest = site.newest
    return view_bytes(
        {
            "release": newest.id if newest else "",
            "ids": sorted(question.question_id for question in newest.questions) if newest else [],
            "codes": {code: [CODES[code].meaning, CODES[code].fix] for code in USED},
            "file_bytes": LIMITS.file_bytes,
            "line_bytes": LIMITS.line_bytes,
        }
    )
