"""A set that a class solves at the same time."""
