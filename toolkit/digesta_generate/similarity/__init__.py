"""How near two texts are: BM25, embeddings, committed vectors, the order of the nearest."""
