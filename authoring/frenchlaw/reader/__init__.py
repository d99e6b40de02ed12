"""Contracts read again: what their text states, and what follows from it."""
