"""What a board is worth, exactly: processes, models, bounds and rational values; the game in `guardians`."""
