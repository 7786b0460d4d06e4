"""Driving: gas engines, thrusters, sails and pumps, control and its loss, chases."""
