"""Sealed questions: the seal, attempts, the ladder, boards, leaks, what retirement reveals."""
