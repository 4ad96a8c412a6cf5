"""What the site tells a monitor: how long pages, work and the engine took, and how the jobs stand.

Every process writes what it measured to files of its own (`slots.py`, `measures.py`); who asks for
`/metrics` gets the sum of all files of the machine, and what the database says at that moment
(`collecting.py`).
"""
