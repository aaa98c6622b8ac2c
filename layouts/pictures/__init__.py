"""Layouts to look at: in ASCII, in SVG, with whatever lies on the cards."""
