"""A release's questions answered by a model: ``run`` joins the parts.

``messages`` words a question, ``settings`` make a system of a model; ``requests`` asks within the
``budget`` into the ``journal``; ``extract`` reads answers from replies, ``compose`` chooses among
several, ``record`` and ``folder`` make the files; ``systems`` has the commands.
"""
