"""Measured claims. Every figure in a document is printed by a script here: `make bench`."""
