"""Search services: ranked cases over HTTP, as the Legal Agent Evaluation Module asks for them.

``methods`` ranks a corpus, ``wire`` has the shapes of requests and replies, ``service`` answers,
``asking`` asks a release's questions and ``recording`` writes the submission; ``faults`` names what
may go wrong. ``sets`` draws questions from rows of cases.
"""
