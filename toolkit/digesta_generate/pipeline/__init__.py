"""``run``: passages found, questions answered, answers judged, checked, scored, reported."""
