#!/bin/sh
# Runs a command with a PostgreSQL of its own: `scripts/with-postgres.sh npx vitest run …`.
# The server listens on a free port of 127.0.0.1, keeps its data in a temporary folder, and is gone when the command ends.
# The command finds it in GLOSS_TEST_POSTGRES_URL. Where PostgreSQL is not installed, the command runs without it.
set -eu

bin=
for dir in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin; do
  if [ -x "$dir/initdb" ]; then bin=$dir; break; fi
done
if [ -z "$bin" ] && command -v initdb >/dev/null 2>&1; then bin=$(dirname "$(command -v initdb)"); fi
if [ -z "$bin" ]; then
  echo "with-postgres: PostgreSQL is not installed; its tests will say they are skipped (Debian: apt-get install postgresql)" >&2
  exec "$@"
fi

# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then
  as_server() { setpriv --reuid=postgres --regid=postgres --clear-groups -- env -u HOME "$@"; }
else
  as_server() { env "$@"; }
fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/gloss-postgres-XXXXXX")
pid=
stop() {
  trap - EXIT INT TERM
  if [ -n "$pid" ]; then kill -INT "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; fi
  rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

[ "$(id -u)" = 0 ] && chown postgres "$dir"
cd_back=$(pwd)
cd /
as_server "$bin/initdb" -D "$dir/data" -U gloss -A trust -E UTF8 --locale=C --no-sync >"$dir/initdb.log" 2>&1 || { cat "$dir/initdb.log" >&2; exit 1; }

tries=0
until [ -n "$pid" ]; do
  port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 20000))
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid=postgres --regid=postgres --clear-groups -- "$bin/postgres" -D "$dir/data" -h 127.0.0.1 -p "$port" -k "$dir" -c fsync=off -c max_connections=200 >"$dir/server.log" 2>&1 &
  else
    "$bin/postgres" -D "$dir/data" -h 127.0.0.1 -p "$port" -k "$dir" -c fsync=off -c max_connections=200 >"$dir/server.log" 2>&1 &
  fi
  pid=$!
  waited=0
  until "$bin/pg_isready" -q -h 127.0.0.1 -p "$port" -U gloss; do
    waited=$((waited + 1))
    if ! kill -0 "$pid" 2>/dev/null || [ "$waited" -gt 300 ]; then kill "$pid" 2>/dev/null || true; pid=; break; fi
    sleep 0.1
  done
  # Another server may answer on the same port: ours must be alive too.
  if [ -n "$pid" ] && ! kill -0 "$pid" 2>/dev/null; then pid=; fi
  tries=$((tries + 1))
  if [ -z "$pid" ] && [ "$tries" -ge 5 ]; then cat "$dir/server.log" >&2; exit 1; fi
done
cd "$cd_back"

export GLOSS_TEST_POSTGRES_URL="postgres://gloss@127.0.0.1:$port/postgres"
status=0
"$@" || status=$?
exit "$status"
