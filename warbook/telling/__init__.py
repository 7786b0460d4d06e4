"""A battle told: what the terminal and the web table both need to say what happened. It knows no rulebook."""
