"""The arena: many matches between bots, and what they tell about a game."""
