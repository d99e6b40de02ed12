"""Halacha's hard set: questions of many parts, each settled by cited words."""
