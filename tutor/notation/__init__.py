"""The notation, explained and tried; and a game record stepped through, move by move."""
