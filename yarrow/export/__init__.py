"""The corpus in the formats of others: TEI-XML, TMX, tables and plain parallel text."""
