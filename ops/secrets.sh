#!/bin/sh
# Makes the secrets of docker-compose.yml, a file each in ./secrets: `sh ops/secrets.sh`, beside .env. What is there stays; what .env has, as
# earlier releases wanted it, is taken from there; the rest is drawn. Only this user enters the folder. In it each file can be read by
# everyone, because containers get the file alone, and as another user.
set -eu
cd "$(dirname "$0")/.."
umask 077
mkdir -p secrets
chmod 0700 secrets

# The value in .env, without the single quotes around it.
value() { [ ! -f .env ] || sed -n "s/^$1=//p" .env | tail -n 1 | tr -d '\r\n' | sed "s/^'\(.*\)'\$/\1/"; }

# An empty file is what Docker's bind mounts and a half-written copy leave: it counts as missing.
secret() {
  file="secrets/$1"
  if [ -s "$file" ]; then echo "$file stays"; return; fi
  taken="$(value "$2")"
  if [ -n "$taken" ]; then said="taken from $2 in .env, which can go there"; else said=drawn; taken="$(openssl rand "$3" 32 | tr -d '\n')"; fi
  printf %s "$taken" >"$file"
  chmod 0444 "$file"
  echo "$file $said"
}

secret master_key LAVRA_MASTER_KEY -base64
secret postgres_password POSTGRES_PASSWORD -hex
secret database_owner_password DATABASE_OWNER_PASSWORD -hex
secret database_api_password DATABASE_API_PASSWORD -hex
secret database_panel_password DATABASE_PANEL_PASSWORD -hex
secret database_worker_password DATABASE_WORKER_PASSWORD -hex
secret grafana_password GRAFANA_PASSWORD -hex
echo "Keep a copy of secrets/master_key apart from the database's backups: without it certificates must be added again."
