"""Units of numbers in the words of a question's language: the table that answer sheets use too."""

from __future__ import annotations

from digesta.text.units import UNITS, unit_name

__all__ = ["UNITS", "unit_name"]
