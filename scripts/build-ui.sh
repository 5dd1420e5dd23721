#!/usr/bin/env bash
# Builds the page when its sources are newer than the last build. Expects scripts/node-env.sh to be sourced.
if [ ! -f "$GLOSS_ROOT/ui/dist/index.html" ] || [ -n "$(find "$GLOSS_ROOT/ui" "$GLOSS_ROOT/core" "$GLOSS_ROOT/package-lock.json" -path "$GLOSS_ROOT/ui/dist" -prune -o -type f -newer "$GLOSS_ROOT/ui/dist/index.html" -print -quit)" ]; then
  echo "Building the page …" >&2
  (cd "$GLOSS_ROOT" && node node_modules/vite/bin/vite.js build --config ui/vite.config.ts --logLevel warn >&2) || { echo "The page could not be built; see the lines above." >&2; exit 1; }
fi
