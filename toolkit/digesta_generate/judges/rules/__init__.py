"""The judge that is a program: what it reads of a French text, and how it decides a criterion."""
