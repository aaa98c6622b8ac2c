"""The benchmarks are not installed with the project: their tests find them beside it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
