"""Vehicle damage: locations, armour, damage tables, templates, fires."""
