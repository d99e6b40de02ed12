"""Blind grading: answers under masks as sheets for graders, and filled sheets as verdicts."""
