"""Alembic runs this: the migrations that are due, in the transaction of the connection that it was given."""

from alembic import context

# SQLite's changes of tables belong to transactions too, whatever Alembic takes them for.
context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
