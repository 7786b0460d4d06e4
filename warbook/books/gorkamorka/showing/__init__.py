"""What a person must know, as data: cards, the briefing, how it stands, how a piece would stand elsewhere."""
