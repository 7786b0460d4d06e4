"""Movement on foot, and on and off vehicles."""
