"""How a temporal question is worded, in English and in Portuguese."""
