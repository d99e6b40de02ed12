"""Search for the passages that a prompt shows: a corpus, its vectors, one file of passages.

``corpus`` reads texts with their ids, ``embedding`` makes vectors of them, ``vectors`` keeps those
in ChromaDB and asks it, ``finding`` gives each question its passages, ``passages`` is the file
between a search and a model. Needs the extra ``rag``.
"""
