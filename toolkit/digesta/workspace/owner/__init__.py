"""What an owner keeps beside the releases: ``digesta.toml``, and scorers."""
