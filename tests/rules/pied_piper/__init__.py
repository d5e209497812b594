"""The rules of The Pied Piper, one file a story."""
