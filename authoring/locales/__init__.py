"""What answers look like in a language: the table that the package ships, made from CLDR."""
