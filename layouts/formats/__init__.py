"""Layouts in formats of others, and in pictures that can be typed."""
