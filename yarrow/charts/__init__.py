"""Charts of both arts: pure computation, no text and no database."""
