#!/usr/bin/env bash
# Builds the image of .ci/Containerfile from the archive of .ci/release, and tries what is in it.
#
#     image.sh PYTHON    an interpreter with oss2
#
# It needs buildah; without one that works for this user it says so, and ends with 0. A user who is not
# root may be able to build the image and not to run it.
set -euo pipefail
[ $# = 1 ] || { sed -n '4s/# *//p' "$0" >&2; exit 2; }
cd "$(dirname "$0")/.."

work=$(mktemp -d)
buildah=(buildah --root "$work/storage" --runroot "$work/running" --storage-driver vfs)
clean() {
  kill "${endpoint:-}" 2> /dev/null || true
  wait
  "${buildah[@]}" rm --all > /dev/null 2>&1 || true
  # The files of a user without root belong to others outside of buildah.
  buildah unshare rm -rf "$work" 2> /dev/null || rm -rf "$work"
}
trap clean EXIT
command -v buildah > /dev/null || spec/adapters/install.sh buildah 2> "$work/log" || true
if ! "${buildah[@]}" from --name probe scratch > "$work/log" 2>&1; then
  echo "skipped: no buildah works here: $(tail -n 1 "$work/log")"
  exit 0
fi

tar -xzf .build/release-artifacts/oss-conform-*-linux-x86_64.tar.gz -C "$work"
folder=$(echo "$work"/oss-conform-*) version=${folder#*oss-conform-}
version=${version%-linux-x86_64}
"${buildah[@]}" build --quiet --format docker --file .ci/Containerfile --build-arg "VERSION=$version" \
  --tag "oss-conform:$version" "$folder" > "$work/id"
container=$("${buildah[@]}" from "oss-conform:$version")

# values NAME: a list of words from the configuration of the image.
values() {
  "${buildah[@]}" inspect --type image \
    --format "{{range .Docker.Config.$1}}{{println .}}{{end}}" "$(cat "$work/id")"
}
# The image's own command, but on ports that are free, and for this machine alone.
read -r port control < <("$1" - <<'PY'
import socket
both = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*(one.getsockname()[1] for one in both))
PY
)
words() {
  values "$1" |
    sed "/^$/d; /^CMD$/d; s/^8080$/$port/; s/^8081$/$control/; s/^0\.0\.0\.0$/127.0.0.1/"
}
mapfile -t command < <(words Entrypoint && words Cmd)
mapfile -t health < <(words Healthcheck.Test)
mapfile -t journal < <(words Healthcheck.Test | sed 's/^health$/journal/')
inside=("${buildah[@]}" run --isolation chroot "$container" --)
[ "$(values ExposedPorts | wc -l)" = 1 ] && [ "${#command[@]}" -gt 8 ] && [ "${#health[@]}" = 6 ]

if [ "$(id -u)" != 0 ] && ! "${inside[@]}" /oss-conform --version > /dev/null 2> "$work/log"; then
  echo "The image is built; skipped: it cannot be run here: $(tail -n 1 "$work/log")"
  exit 0
fi
if "${inside[@]}" "${health[@]}" > /dev/null 2>&1; then echo "It is healthy before it runs." >&2; exit 1; fi
"${inside[@]}" "${command[@]}" > "$work/first" 2> "$work/log" &
endpoint=$!
until [ -s "$work/first" ]; do kill -0 "$endpoint" || { cat "$work/log"; exit 1; }; sleep 0.05; done
"${inside[@]}" "${health[@]}" | grep -qF '"status": "ready"'
"$1" - "$work/first" "http://127.0.0.1:$port" <<'PY'
import json, sys, oss2
served = json.load(open(sys.argv[1]))
for secret in [served["accessKeySecret"], "wrong"]:
    auth = oss2.Auth(served["accessKeyId"], secret)
    try:
        oss2.Bucket(auth, sys.argv[2], served["bucket"]).put_object("a.txt", "text")
    except oss2.exceptions.ServerError as error:
        assert error.code == "SignatureDoesNotMatch"
PY
"${inside[@]}" "${journal[@]}" > "$work/journal"
[ "$(head -n 3 "$work/journal" | tr -d ' \n')" = '{"requests":2,"refused":1,' ] || {
  head -n 20 "$work/journal"
  exit 1
}
size=$("${buildah[@]}" images --format '{{.Size}}' "oss-conform:$version" | xargs)
echo "The image has $size; its endpoint verifies, and its health and its journal can be asked."
