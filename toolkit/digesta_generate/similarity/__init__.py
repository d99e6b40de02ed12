"""The similarity of texts: BM25, embeddings, committed vectors, rankings."""
