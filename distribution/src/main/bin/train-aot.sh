#!/bin/sh
# Trains the ahead-of-time cache (JEP 483, 514): starts the server once, uses it, stops it, and keeps what was loaded.
# Not having a cache costs start-up time only, so no failure in here fails the build.
set -u
home=$(cd "$1" && pwd -P)
. "$home/bin/find-java.sh"
xray_find_java || exit 0
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
rm -f "$home/lib/xray.aot"
"$JAVA" -XX:AOTCacheOutput="$home/lib/xray.aot" --add-modules=jdk.incubator.vector @"$home/lib/jvm.options" "-Dxray.home=$home" -cp "$home/lib/*" \
  ai.xray.runtime.Main serve --dev --listen 127.0.0.1:0 --data-dir "$data" >"$data/out" 2>"$data/err" &
server=$!
tries=0
until grep -q 'is ready at' "$data/out" 2>/dev/null; do
  tries=$((tries + 1))
  if [ "$tries" -gt 600 ] || ! kill -0 "$server" 2>/dev/null; then
    echo "the server did not start, so there is no start-up cache:" >&2
    cat "$data/out" "$data/err" >&2
    kill "$server" 2>/dev/null
    exit 0
  fi
  sleep 0.1
done
kill "$server"
wait "$server"
[ -f "$home/lib/xray.aot" ] || { echo "no start-up cache was made:" >&2; cat "$data/err" >&2; }
exit 0
