"""Judges: which of their verdicts count, what they must show first, how they agree.

A judge is a model or program that grades text. Everything here is a pure function; what a judge
said becomes marks in the scorers (``scoring.facts.mark_all`` with verdicts), and a board a judge
(``board.boards``), which ranks nobody unless the judge passed its ``gate``.
"""
