"""First Rat in words, in every language of the house."""

from ratskeller.games.first_rat.words.game_words import FirstRatWords

WORDS = FirstRatWords
