#!/usr/bin/env bash
# Installs what the tests use and this machine lacks: Chromium, Redis, PostgreSQL, ffmpeg, tesseract, zsh, fish, yt-dlp, clamd.
# As root on Debian or Ubuntu from the system's packages; elsewhere it says what to install.
set -uo pipefail

missing=()
have() { command -v "$1" >/dev/null 2>&1; }
have chromium || have chromium-browser || have google-chrome || missing+=(chromium)
have redis-server || missing+=(redis-server)
have ffmpeg || missing+=(ffmpeg)
for shell in zsh fish; do have $shell || missing+=($shell); done
have tesseract || missing+=(tesseract-ocr tesseract-ocr-eng tesseract-ocr-osd)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || have initdb || missing+=(postgresql)

# yt-dlp of a stable Debian is years too old for today's sites; its newest package is in sid and runs anywhere with Python.
newest_ytdlp() {
  local site dir
  site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m1 '/debian/\?$') || return 1
  dir=$(mktemp -d) && mkdir -p "$dir/lists/partial" && chmod 755 "$dir"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $site sid main" > "$dir/sid.list"
  local only=(-o "Dir::Etc::sourcelist=$dir/sid.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$dir/lists")
  apt-get "${only[@]}" update -qq && (cd "$dir" && apt-get "${only[@]}" download -qq yt-dlp) && apt-get install -y -qq --no-install-recommends "$dir"/yt-dlp_*.deb
  local status=$?
  rm -rf "$dir"
  return $status
}

if [ "$(id -u)" = 0 ] && have apt-get; then
  # The journeys run in it where it is: the same browser, for a third less work.
  have chromium-headless-shell || missing+=(chromium-headless-shell)
  have clamd || [ -x /usr/sbin/clamd ] || missing+=(clamav-daemon)
  export DEBIAN_FRONTEND=noninteractive
  if [ ${#missing[@]} -gt 0 ]; then
    echo "Installing ${missing[*]} …" >&2
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1 || echo "Could not install all of: ${missing[*]}. Tests that need them will say so." >&2
  fi
  if ! have yt-dlp; then
    echo "Installing yt-dlp …" >&2
    { newest_ytdlp || apt-get install -y -qq --no-install-recommends yt-dlp; } >/dev/null 2>&1 || echo "Could not install yt-dlp. Tests that need it will say so." >&2
  fi
else
  have yt-dlp || missing+=(yt-dlp)
  if [ ${#missing[@]} -gt 0 ]; then
    echo "Not installed: ${missing[*]}. The tests that need them will say they are skipped." >&2
    if have brew; then echo "  brew install redis postgresql ffmpeg tesseract fish yt-dlp && brew install --cask chromium" >&2
    else echo "  Install them with your system's packages, or run this as root on Debian or Ubuntu." >&2; fi
  fi
fi
exit 0
