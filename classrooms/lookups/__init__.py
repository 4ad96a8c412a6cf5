"""Hands of class work that a pupil looked up while the work was open."""
