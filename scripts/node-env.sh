# Sourced by every script: finds a Node that fits (24.16+ or 26+), else installs node@26 from npm into .toolchain/, and puts it first on the PATH.
GLOSS_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# Ends in the `gloss` command. A server that rests keeps less of what it once used, and answers as quickly: young objects in 4 MB at most, and,
# where the C library is glibc, memory given back instead of kept for each thread.
gloss_run() { exec env MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 node --disable-warning=ExperimentalWarning --max-semi-space-size=4 "$GLOSS_ROOT/cli/main.js" "$@"; }
fits() { "$1" -e 'const [a,b]=process.versions.node.split(".").map(Number);process.exit((a===24&&b>=16)||a>=26?0:1)' >/dev/null 2>&1; }
gloss_node="$GLOSS_ROOT/.toolchain/node_modules/node/bin"
if ! fits "$(command -v node || echo node)"; then
  if ! fits "$gloss_node/node"; then
    command -v npm >/dev/null 2>&1 || { echo "Gloss needs Node 24.16 or later and found neither node nor npm. Install Node from your system's packages, then run this again." >&2; exit 3; }
    echo "Gloss needs Node 24.16 or later; installing node@26 into .toolchain/ …" >&2
    mkdir -p "$GLOSS_ROOT/.toolchain"
    # The package fetches its binary, another package of the registry, by an install script.
    echo '{"private":true,"allowScripts":{"node":true}}' > "$GLOSS_ROOT/.toolchain/package.json"
    npm install --prefix "$GLOSS_ROOT/.toolchain" --no-audit --no-fund --loglevel=error node@26 >&2 \
      || { echo "node@26 could not be installed from npm. Check the network and run this again, or install Node 24.16 or later yourself." >&2; exit 3; }
  fi
  export PATH="$gloss_node:$PATH"
fi
# Installs the packages of the lockfile when it changed since the last install (or was never installed). Two at once wait for each other, where flock is there.
gloss_install() {
  local stamp="$GLOSS_ROOT/node_modules/.gloss-lock"
  cmp -s "$GLOSS_ROOT/package-lock.json" "$stamp" && return
  mkdir -p "$GLOSS_ROOT/.toolchain"
  exec 9>"$GLOSS_ROOT/.toolchain/install.lock"
  ! command -v flock >/dev/null 2>&1 || flock 9
  if ! cmp -s "$GLOSS_ROOT/package-lock.json" "$stamp"; then
    echo "Installing packages …" >&2
    (cd "$GLOSS_ROOT" && npm ci --no-audit --no-fund --loglevel=error >&2) || { echo "npm ci failed; see the lines above." >&2; exit 3; }
    cp "$GLOSS_ROOT/package-lock.json" "$stamp"
  fi
  exec 9>&-
}
