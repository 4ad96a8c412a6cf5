"""LTI 1.3: launches from a learning platform, and grades back to it."""
