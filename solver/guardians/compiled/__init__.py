"""The rules again, compiled, for playing many games with any number of players.

The same actions and outcomes, in the same order, as `solver.guardians.play` has: a test compares them state
by state.
"""
