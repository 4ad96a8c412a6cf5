"""`python -m okey`."""

import sys

from okey.cli import main

if __name__ == "__main__":
    sys.exit(main())
