"""What hits do to foot units (filler: veh.P6, veh.P7, veh.P14)."""
