"""Deals: who sells what to whom, on what terms, and which of them are hidden."""
