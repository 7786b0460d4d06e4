"""Dice, action points and busts."""
