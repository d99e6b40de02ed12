"""Checks of a release's Chinese statutes against their texts."""
