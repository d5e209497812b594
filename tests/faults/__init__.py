"""Servers that die, lines that drop and double, and what must hold all the same."""
