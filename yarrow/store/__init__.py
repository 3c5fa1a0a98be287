"""Corpus to SQLite, and typed access to it."""
