"""Measured claims. Every figure in a document is printed by a script here: `make bench`."""

from ratskeller.bots.network import think_in_one_thread

think_in_one_thread()  # as the `ratskeller` command does
