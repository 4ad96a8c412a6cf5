"""Worksheets, and the results that come back from paper."""
