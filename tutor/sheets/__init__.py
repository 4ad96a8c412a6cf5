"""The score sheet: rounds written down at a table, their totals, and the end of the match."""
