"""Words and pictures: the `hue` command and what it prints."""
