"""Assignments and the work that pupils hand in."""
