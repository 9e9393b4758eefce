#!/bin/sh
# Dumps Lavra's database while it is in use into $BACKUPS/lavra-<moment>.dump, which is whole or not there, and removes dumps older than
# $BACKUP_KEEP_DAYS. The server is named as for psql: PGHOST, PGPORT, PGUSER (an administrator: policies hide rows from others),
# PGDATABASE, PGPASSWORD or PGPASSWORD_FILE.
set -eu
umask 077
[ -z "${PGPASSWORD_FILE:-}" ] || PGPASSWORD="$(cat "$PGPASSWORD_FILE")"
export PGPASSWORD
mkdir -p "$BACKUPS"
file="$BACKUPS/lavra-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --file="$file.part"
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
find "$BACKUPS" -name 'lavra-*.dump' -mtime "+${BACKUP_KEEP_DAYS:-14}" -delete
echo "$file"
