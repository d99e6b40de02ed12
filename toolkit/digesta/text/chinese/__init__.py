"""Chinese legal texts: citations by article, numerals, names of laws."""
