"""Queries about cases that share stated elements, on a corpus whose elements stay private.

A case is a vector: one value on each axis of its family and on the common ones (``tables.json``).
A program puts it into words from pools that are not in the repository in the clear, since whoever
has them could read a sealed query's positives off the corpus. A query names five or six
axes, the first of them a condition; how near a case is follows from how many of the others it
shares (``grading``).
"""
