"""`hue`, and `python -m reports`: imports what takes time only where Ctrl-C finds somebody who hears it."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run `hue` with the arguments of the command line."""
    try:
        from reports.app import main as run
    except KeyboardInterrupt:  # before anything has begun
        print("hue: interrupted", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)
    run()


if __name__ == "__main__":
    main()
