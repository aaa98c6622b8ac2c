"""The game as a decision process: readings, states, actions, transitions and their text forms."""
