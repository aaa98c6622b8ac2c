"""Questions asked of positions and of many layouts."""
