"""The guided tour: a small, complete workspace and the steps through it, as values.

The questions ask for ends of time limits and for ranges of section numbers, in five languages
and four scripts; their truths are computed here from the calendar and the numerals, so nobody
need take them on trust. The systems are rules that stand in ``answering``, and are called rules:
no model answered anything. It all exists for the tour only and measures no system.

``cli`` writes the files and runs the steps; the same commands, typed by hand, say the same.
"""

from __future__ import annotations

from digesta.demo.steps import Step, board_table, steps
from digesta.demo.unpacking import MARKER, Demo, unpacked

__all__ = ["MARKER", "Demo", "Step", "board_table", "steps", "unpacked"]
