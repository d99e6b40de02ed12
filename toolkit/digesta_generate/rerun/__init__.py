"""A submission's recorded command, run again: the evidence for level ``rerun``."""
