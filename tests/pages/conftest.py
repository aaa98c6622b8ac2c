"""Let the tests of this folder import its `page_cases`; under importlib mode pytest doesn't."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
