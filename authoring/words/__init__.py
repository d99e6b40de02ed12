"""The site's own words: gathered from its code, templates, scripts and tables for catalogues."""
