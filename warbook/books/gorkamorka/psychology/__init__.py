"""Fear, terror, stupidity, hatred and frenzy."""
