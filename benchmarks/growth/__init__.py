"""How the dearest questions grow, from ten thousand to a million puzzles and attempts."""
