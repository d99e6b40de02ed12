"""What made the questions of our tracks. Run by maintainers; no part of the wheel."""
