"""Charges and what answers them."""
