"""What a designer wants to know of a layout: how hard it is, for whom, why, and what would change that."""
