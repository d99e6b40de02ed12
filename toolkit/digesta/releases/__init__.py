"""Releases: read them, check drafts, cut, publish, verify. Values in, values out."""
