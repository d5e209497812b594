"""Migrations of the store, run by Alembic when the server starts."""
