"""What the formats share: drafts, problems, tables and JSON, names, todo, marks, losses."""
