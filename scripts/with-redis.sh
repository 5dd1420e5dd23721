#!/bin/sh
# Runs a command with a Redis of its own: `scripts/with-redis.sh npx vitest run …`.
# The server listens on a free port of 127.0.0.1, appends to a file as jobs ask for, and is gone when the command ends.
# The command finds it in GLOSS_TEST_REDIS_URL. Where Redis is not installed, the command runs without it.
set -eu

if ! command -v redis-server >/dev/null 2>&1; then
  echo "with-redis: Redis is not installed; its tests will say they are skipped (Debian: apt-get install redis-server)" >&2
  exec "$@"
fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/gloss-redis-XXXXXX")
pid=
stop() {
  trap - EXIT INT TERM
  if [ -n "$pid" ]; then kill -TERM "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; fi
  rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

tries=0
until [ -n "$pid" ]; do
  port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 20000))
  redis-server --port "$port" --bind 127.0.0.1 --dir "$dir" --appendonly yes --save '' --maxmemory-policy noeviction >"$dir/server.log" 2>&1 &
  pid=$!
  waited=0
  until grep -q 'eady to accept connections' "$dir/server.log"; do
    waited=$((waited + 1))
    if ! kill -0 "$pid" 2>/dev/null || [ "$waited" -gt 200 ]; then kill "$pid" 2>/dev/null || true; pid=; break; fi
    sleep 0.1
  done
  tries=$((tries + 1))
  if [ -z "$pid" ] && [ "$tries" -ge 5 ]; then cat "$dir/server.log" >&2; exit 1; fi
done

export GLOSS_TEST_REDIS_URL="redis://127.0.0.1:$port"
status=0
"$@" || status=$?
exit "$status"
