#!/bin/sh
# Fills an empty database from a dump: `restore.sh <file>`. The server is named as for dump.sh; its logins are there (`lavra logins`), and
# nothing else of Lavra's runs. All of it or nothing.
set -eu
[ -z "${PGPASSWORD_FILE:-}" ] || PGPASSWORD="$(cat "$PGPASSWORD_FILE")"
export PGPASSWORD
tables="$(psql --no-psqlrc --tuples-only --no-align --command "select count(*) from pg_tables where schemaname = 'public'")"
if [ "$tables" -ne 0 ]; then
  echo "the database has $tables tables: restore into an empty one" >&2
  exit 1
fi
pg_restore --exit-on-error --single-transaction --dbname="$PGDATABASE" "$1"
psql --no-psqlrc --quiet --command 'analyze'
