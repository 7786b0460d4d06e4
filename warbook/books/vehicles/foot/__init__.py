"""Foot units on the move (filler: veh.P3, veh.P4, veh.P14)."""
