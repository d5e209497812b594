"""The Pied Piper in words, in every language of the house."""

from ratskeller.games.pied_piper.words.game_words import PiedPiperWords

WORDS = PiedPiperWords
