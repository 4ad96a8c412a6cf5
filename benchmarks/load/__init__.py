"""Load: a town's worth of rows, requests at a fixed rate, and what came of them."""
