"""What is sealed on disk: questions, opened, scored, searched for leaks."""
