"""What an owner brings: ``digesta.toml``, and packages with scorers."""
