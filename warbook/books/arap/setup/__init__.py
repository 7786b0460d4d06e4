"""Setting up: who begins, where squads stand, what comes later."""
