"""What can be seen and measured on the table: queries only, nothing happens here."""
