"""Tank shock, Death or Glory, ramming."""
