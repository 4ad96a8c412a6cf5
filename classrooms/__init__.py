"""Classes: who is in them, what is set, what was handed in, and the gradebook."""
