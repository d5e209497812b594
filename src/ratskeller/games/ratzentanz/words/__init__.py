"""Ratzentanz in words, in every language of the house."""

from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords

WORDS = RatzentanzWords
