"""An OpenAI-compatible endpoint over HTTP, held at arm's length.

``client`` asks, ``guard`` says where a connection may go, ``secret`` hides the key, ``reply`` reads
what comes back, ``faults`` names what may go wrong, ``retries`` says when to try again.
"""
