"""Which small changes bring the win probability of a layout into a wanted range?"""
