"""A release's questions answered by a model: ``run`` joins the parts.

``prompting`` words a question, ``constrain`` gives its JSON Schema, ``settings`` what makes a model
a system; ``requests`` asks within the ``budget`` into the ``journal``; ``extract`` reads answers
from replies, ``compose`` chooses among samples, ``recording`` writes the files; ``carry`` brings
answers over to a newer release.
"""
