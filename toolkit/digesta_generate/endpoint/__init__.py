"""An OpenAI-compatible endpoint over HTTP, which is not trusted.

``client`` asks, ``guard`` says where a connection may go, ``secret`` hides the key, ``reply`` reads
what comes back, ``faults`` lists what may go wrong, ``retries`` says when to try again.
"""
