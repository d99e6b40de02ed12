"""Judges: programs and models that grade answers criterion by criterion, and the run of one."""
