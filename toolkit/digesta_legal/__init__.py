"""What scores our own tracks: law at a point in time, penalties, citations, retrieval of cases.

``digesta.scorers`` finds each folder here by its name; ``timeline`` is what ``temporal`` reads.
"""
