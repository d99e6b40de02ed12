"""Sheets on disk: of answers and of second readings."""
