"""Backups of the site's one database, and what shows that a restored one holds the same."""
