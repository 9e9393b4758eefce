#!/usr/bin/env bash
# Makes the images that docker-compose.yml and Dockerfile name where none can be pulled: from Debian's packages, npm and Go's modules, each
# with the label lavra.stand-in. They have the programs and the ways of the real ones as far as our files use them, not their versions
# (PostgreSQL is Debian's). An image of such a name that is here already stays. `stand-ins.sh`, as root, with docker and debootstrap.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache="${XDG_CACHE_HOME:-$HOME/.cache}/lavra"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
node24() { npm exec --silent -- "$@"; }
missing() { ! docker image inspect "$1" >/dev/null 2>&1; }

# The names, as the two files have them.
image_of() { sed -n "s/^ *image: \(${1//\//\\/}:.*\)/\1/p" docker-compose.yml | head -1; }
node_image="$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' Dockerfile)"
postgres_image="$(image_of postgres)"
server_image="$(image_of temporalio/server)"
tools_image="$(image_of temporalio/admin-tools)"
ui_image="$(image_of temporalio/ui)"
prometheus_image="$(image_of prom/prometheus)"

# Debian with this machine's mirror and the roots that it trusts, so that what installs here installs in there.
base() {
  local mirror suite
  mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $(. /etc/os-release && echo "$VERSION_CODENAME")" | head -1)"
  suite=bookworm
  debootstrap --variant=minbase "$suite" "$work/root" "$mirror" >"$work/debootstrap.log" 2>&1 || { tail "$work/debootstrap.log"; return 1; }
  apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    grep -E " $suite" | sort -u >"$work/root/etc/apt/sources.list"
  rm -rf "$work/root/var/cache/apt/archives"/*.deb "$work/root/var/lib/apt/lists"/*
  install -D -m 0644 "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$work/root/usr/local/share/stand-in/roots.pem"
  local roots=/usr/local/share/stand-in/roots.pem
  tar -C "$work/root" -c . | docker import \
    -c "ENV NODE_EXTRA_CA_CERTS=$roots PIP_CERT=$roots SSL_CERT_FILE=$roots" -c 'LABEL lavra.stand-in=debian' \
    - lavra-stand-in/debian >/dev/null
  rm -rf "$work/root"
}

# Builds a stand-in of the files in a folder; its Dockerfile comes by standard input.
stand_in() {
  cat >"$2/Dockerfile"
  chmod 0755 "$2"/*
  docker build --quiet --label "lavra.stand-in=$1" --tag "$1" "$2" >/dev/null
  echo "stand-in for $1"
}

folder() { mkdir -p "$work/$1" && echo "$work/$1"; }

node_stand_in() {
  local to; to="$(folder node)"
  cp "$(node24 node -p process.execPath)" "$to/node"
  (cd "$to" && npm pack --silent npm@11 >/dev/null && tar -xzf npm-*.tgz && rm npm-*.tgz && mv package npm)
  stand_in "$node_image" "$to" <<'DOCKERFILE'
FROM lavra-stand-in/debian
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && chmod 0755 /usr/local/lib/node_modules/npm/bin/*.js \
  && groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node
CMD ["node"]
DOCKERFILE
}

postgres_stand_in() {
  local to; to="$(folder postgres)"
  cat >"$to/entrypoint" <<'ENTRYPOINT'
#!/bin/sh
set -eu
[ "$1" = postgres ] || exec "$@"
data=/var/lib/postgresql/18/docker
as="setpriv --reuid postgres --regid postgres --init-groups"
if [ ! -s "$data/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 0700 /var/lib/postgresql/18 "$data"
  install -o postgres -m 0600 "$POSTGRES_PASSWORD_FILE" /tmp/password
  $as initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256 --encoding UTF8
  rm /tmp/password
  echo "host all all all scram-sha-256" >>"$data/pg_hba.conf"
  echo "create database \"$POSTGRES_DB\"" | $as postgres --single -D "$data" postgres >/dev/null
fi
shift
exec $as postgres -D "$data" -c listen_addresses='*' "$@"
ENTRYPOINT
  stand_in "$postgres_image" "$to" <<'DOCKERFILE'
FROM lavra-stand-in/debian
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/* \
  && mkdir -p /run/postgresql && chown postgres /run/postgresql && ln -s /usr/lib/postgresql/*/bin /usr/local/pgsql
ENV PATH=/usr/local/pgsql:/usr/local/bin:/usr/bin:/bin
COPY entrypoint /usr/local/bin/docker-entrypoint.sh
ENTRYPOINT ["docker-entrypoint.sh"]
STOPSIGNAL SIGINT
CMD ["postgres"]
DOCKERFILE
}

temporal_stand_ins() {
  local to programs; to="$(folder temporal)"
  programs="$(node24 node local/cluster/build.ts)"
  cp "$(tail -2 <<<"$programs" | head -1)" "$to/temporal-server"
  cp "$(tail -1 <<<"$programs")" "$to/temporal-sql-tool"
  cp "$(node24 node --input-type=module --eval "
    const { temporalExecutable } = await import('$PWD/local/temporal/executable.ts');
    const { localSettings } = await import('$PWD/local/settings.ts');
    console.log(await temporalExecutable(localSettings(), console.error));")" "$to/temporal"
  cat >"$to/entrypoint.sh" <<'ENTRYPOINT'
#!/bin/sh
TEMPORAL_BROADCAST_ADDRESS="$(hostname -i)" exec temporal-server --allow-no-auth start
ENTRYPOINT
  stand_in "$server_image" "$to" <<'DOCKERFILE'
FROM lavra-stand-in/debian
RUN apt-get update && apt-get install --yes --no-install-recommends netcat-openbsd hostname && rm -rf /var/lib/apt/lists/*
COPY entrypoint.sh /etc/temporal/entrypoint.sh
COPY temporal-server /usr/local/bin/
ENTRYPOINT ["/etc/temporal/entrypoint.sh"]
DOCKERFILE
  stand_in "$tools_image" "$to" <<'DOCKERFILE'
FROM lavra-stand-in/debian
COPY temporal-sql-tool temporal /usr/local/bin/
DOCKERFILE
}

# The version that Go's modules have: of those of docker-compose.yml's the nearest.
ui_stand_in() {
  local to version=v2.52.0; to="$(folder ui)"
  [ -x "$cache/temporal-ui-$version/server" ] ||
    GOBIN="$cache/temporal-ui-$version" go install "github.com/temporalio/ui-server/v2/cmd/server@$version"
  cp "$cache/temporal-ui-$version/server" "$to/ui-server"
  cat >"$to/entrypoint" <<'ENTRYPOINT'
#!/bin/sh
mkdir -p /home/ui-server/config && cd /home/ui-server
printf 'temporalGrpcAddress: %s\nhost: 0.0.0.0\nport: 8080\nenableUi: true\n' "$TEMPORAL_ADDRESS" >config/docker.yaml
exec ui-server --root . --config config --env docker start
ENTRYPOINT
  stand_in "$ui_image" "$to" <<'DOCKERFILE'
FROM lavra-stand-in/debian
COPY ui-server /usr/local/bin/
COPY entrypoint /usr/local/bin/entrypoint
ENTRYPOINT ["entrypoint"]
DOCKERFILE
}

prometheus_stand_in() {
  stand_in "$prometheus_image" "$(folder prometheus)" <<'DOCKERFILE'
FROM lavra-stand-in/debian
RUN apt-get update && apt-get install --yes --no-install-recommends prometheus && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /prometheus /etc/prometheus && chown nobody /prometheus
USER nobody
WORKDIR /prometheus
ENTRYPOINT ["prometheus", "--storage.tsdb.path=/prometheus"]
DOCKERFILE
}

wanted() { for image in "$@"; do if missing "$image"; then return 0; fi; done; return 1; }
if wanted lavra-stand-in/debian; then base; fi
if wanted "$node_image"; then node_stand_in; fi
if wanted "$postgres_image"; then postgres_stand_in; fi
if wanted "$server_image" "$tools_image"; then temporal_stand_ins; fi
if wanted "$ui_image"; then ui_stand_in || echo "no stand-in for $ui_image: it runs without"; fi
if wanted "$prometheus_image"; then prometheus_stand_in; fi
