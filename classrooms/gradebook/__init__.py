"""The gradebook: one query for the page, the files and the API."""
