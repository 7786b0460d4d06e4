"""Databases as each schema had them, as SQL: `sqlite-N.sql` and `postgresql-N.sql` of schema N, or of none
(0), with the seats in `seats-N.json`."""
