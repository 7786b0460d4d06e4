"""The terminal: battles told, drawn and played in characters. It knows no rulebook."""
