"""Guided tours: small, complete workspaces as data, and the steps through them.

The files of the guided tour lie under ``workspace`` as they are unpacked. Its questions ask for
ends of time limits and for ranges of section numbers, in five languages and four scripts; a test
counts their truths again from the calendar and the numerals. The four systems are rules that count,
each with one flaw, and are called rules: no model answered anything. It all measures no system.

Those of the worked example of blind grading lie under ``spreadsheet``; the programs that answer
and grade are ``digesta.demo.programs``.

The command ``digesta demo`` writes the files and runs the steps; the same commands, typed by
hand, print the same.
"""
