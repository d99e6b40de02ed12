"""What the formats share: drafts, problems, tables and JSON, names, marks, losses."""
