"""A model as a system that answers a release: its options, its questions, and how its run ends.

``infer`` and ``carry`` each make a submission. ``model_plan`` selects the questions. ``condition``
and ``passages`` select the passages that prompts show. ``card`` makes ``submission.json``.
``model_system`` asks and reports how it went.
"""
