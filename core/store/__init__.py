"""SQLite, the truth: connection, migrations, one repository an aggregate."""
