"""Digesta: dated releases of legal benchmarks, scored deterministically and offline."""

__version__ = "0.1.0"
