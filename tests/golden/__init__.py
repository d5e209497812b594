"""Golden playthroughs: whole games as readable transcripts that must come out the same again."""
