"""A workspace's sealed questions on disk: opened, scored, logged, searched for leaks."""
