#!/bin/sh
# Fills an empty database from a dump: `restore.sh <file>`. The server is named as for dump.sh; its logins are there (`lavra logins`), and
# nothing else of Lavra's runs. All of it or nothing. The database is marked as restored: nothing is issued from it before the authorities
# were asked what may have gone out since the dump (`lavra restored show`).
set -eu
[ -z "${PGPASSWORD_FILE:-}" ] || PGPASSWORD="$(cat "$PGPASSWORD_FILE")"
export PGPASSWORD
tables="$(psql --no-psqlrc --tuples-only --no-align --command "select count(*) from pg_tables where schemaname = 'public'")"
if [ "$tables" -ne 0 ]; then
  echo "the database has $tables tables: restore into an empty one" >&2
  exit 1
fi
pg_restore --exit-on-error --single-transaction --dbname="$PGDATABASE" "$1"
# A dump of a release that has no mark yet: its migration reads the setting.
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --command "
  do \$\$ begin
    if to_regclass('restoration') is null then
      execute format('alter database %I set lavra.restored = %L', current_database(), now()::text);
    else
      insert into restoration (id, cause, noticed_at) values (gen_random_uuid(), 'MARKED', now()) on conflict do nothing;
    end if;
  end \$\$"
psql --no-psqlrc --quiet --command 'analyze'
