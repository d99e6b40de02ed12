"""The words of temporal questions, in English and in Portuguese."""
