"""The fast solver: a whole game as one array, swept in place; see `space` for how a state is ranked."""
