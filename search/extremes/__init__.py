"""Which layout is the hardest, and which the easiest, that the rules allow?"""

SIDES = ("hardest", "easiest")
