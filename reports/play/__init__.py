"""`hue play`: a game followed at the terminal, with advice or for practice."""
