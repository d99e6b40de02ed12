"""Scored submissions -> leaderboard JSON: order, ties, eligibility, signatures, intervals.

A board is one weighted score over some tasks of a track under one condition: the track's
headline, a category, a task. Only rows of role ``system`` and level ``rerun`` or ``sealed`` are
ranked, and only on boards with at least 30 questions and two such rows. Intervals come from a
row's own answers: a submission that joins later moves nobody else's. What is
judged has a board for each judge, and joint ones, whose scores are the means of the judges'
figures.
"""
