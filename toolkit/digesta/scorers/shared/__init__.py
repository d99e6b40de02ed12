"""What several scorers read alike."""
