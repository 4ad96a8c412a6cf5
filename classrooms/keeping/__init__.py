"""What is kept of a class and for how long: one pupil's data, and what has served its time."""
