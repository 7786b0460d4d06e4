"""Rounds hand to hand and who wins them."""
