"""Checks of what a release says of Chinese statutes, held against their texts."""
