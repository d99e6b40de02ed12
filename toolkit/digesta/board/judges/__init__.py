"""Judges: which of their verdicts count, what they must show first, how they agree.

A judge is a model or program that grades text. Everything here is a pure function. Scorers mark by
a judge's verdicts (``scoring.facts.mark_task``), and each judge has boards of its own, which rank
nobody unless the judge passed its ``gate``.
"""
