"""Acts under regulations that few know by heart: where the rule is, what it costs.

No text is shown: who knows the regulations, or finds them in ``corpora/cn_regulations``, answers.
"""
