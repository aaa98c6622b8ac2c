"""Games that are played: their record, its text, and what luck and skill were worth in them."""
