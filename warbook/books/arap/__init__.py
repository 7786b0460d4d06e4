"""Gemini-ARAP 2.4: squads that act, react, break and run."""
