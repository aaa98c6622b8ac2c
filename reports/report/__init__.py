"""`hue report`: how hard a layout is, for whom and why, on one page."""
