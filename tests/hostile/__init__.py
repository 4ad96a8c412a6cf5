"""Hostile requests at a real server: bytes that are no request, every form, the whole schema.

`python -m tests.hostile` sends any number of them; `test_fuzz.py` sends a few of each part.
"""
