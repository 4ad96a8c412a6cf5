"""Grading by jobs, and grading again after a change of the engine."""
