"""A model as a system that answers a release: its options, what it is asked, and how that ends.

``infer`` and ``carry`` are the two ways to a submission; ``planning`` says what is asked,
``condition`` which passages prompts show, ``card`` what stands in ``submission.json``, ``running``
asks and tells how it went.
"""
