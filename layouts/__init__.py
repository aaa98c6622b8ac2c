"""Which boards exist: cards, placements, contact graphs, files and pictures."""
