"""What the placing rule allows: laying, enumerating, realising a wanted graph."""
