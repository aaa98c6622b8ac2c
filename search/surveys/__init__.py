"""Many layouts of one deck solved, kept in a database, ranked and explained."""
