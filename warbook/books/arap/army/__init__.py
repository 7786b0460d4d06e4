"""Who fights: weapons, profiles, squads, and the forces made of them."""
