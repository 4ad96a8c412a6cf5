"""The practice table: whole rounds and matches against bots, at `/play/`."""
