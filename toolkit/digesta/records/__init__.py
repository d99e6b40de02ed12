"""Frozen records for every file format; the published JSON Schemas come from here."""
