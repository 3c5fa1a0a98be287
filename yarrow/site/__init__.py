"""The Datasette plugin: pages, templates, static files."""
