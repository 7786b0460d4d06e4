"""Nerve: morale, pinning, falling back and regrouping (filler: veh.P8, veh.P9)."""
