#!/bin/sh
# Dumps the database every $BACKUP_HOURS hours; a dump that failed is tried again after ten minutes.
set -u
while true; do
  if sh "$(dirname "$0")/dump.sh"; then sleep "$((${BACKUP_HOURS:-24} * 3600))"; else sleep 600; fi
done
