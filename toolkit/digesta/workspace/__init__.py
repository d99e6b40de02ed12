"""A workspace on disk, the only code that opens files: releases, submissions, judges, boards."""
