"""Questions about dated rules of French law."""
