"""Texts of law on disk: dated compilations of one law, and folders of Chinese statutes."""
