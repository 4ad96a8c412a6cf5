"""One module for each kind of scenario; `SCENARIOS` in `benchmarks/load/__main__.py` lists them."""
