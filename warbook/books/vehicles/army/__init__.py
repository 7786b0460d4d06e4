"""What fights: weapons, vehicles, foot units, and the forces made of them."""
