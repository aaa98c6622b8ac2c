"""`hue`, and `python -m reports`: imports what takes time only where Ctrl-C finds somebody who hears it."""

from __future__ import annotations

import os
import signal
import sys


def main() -> None:
    """Run `hue` with the arguments of the command line."""
    try:
        from reports.app import main as run
    except KeyboardInterrupt:  # before anything has begun
        print("hue: interrupted", file=sys.stderr, flush=True)
        # Not sys.exit: after an interrupt within code made of text, as dataclasses make it, `python -m` ends
        # by the signal all the same. Nothing has begun that would have to be ended in order.
        os._exit(128 + signal.SIGINT)
    run()


if __name__ == "__main__":
    main()
