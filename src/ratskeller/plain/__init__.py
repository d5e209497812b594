"""Plain words, board, terminal and judgement for a game that brings none of its own yet.

Everything here is made from the contract alone, so that a new game can be played, served, drawn and
checked as soon as it has rules. Each module stands where the floor of the same name would stand in
the game's folder, and names the same things; `words.speech.part_of` finds it there.
"""
