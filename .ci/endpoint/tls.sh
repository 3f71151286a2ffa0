#!/usr/bin/env bash
# Puts nginx with TLS before the endpoint, by the configuration of spec/endpoint.md, and asks it once.
#
#     .ci/endpoint/tls.sh CONFORM
#
# The certificate is made here. Where there is no nginx it says so, and ends well.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
conform=$1
nginx=$(PATH=$PATH:/usr/sbin command -v nginx) || {
  echo "skipped: there is no nginx."
  exit 0
}
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait; rm -rf "$work"' EXIT

"$conform" serve --vectors "$root/vectors" --endpoint-name oss.test > "$work/ready" 2> /dev/null &
for _ in $(seq 100); do
  if [ -s "$work/ready" ]; then break; fi
  sleep 0.05
done
member() { sed -n "s|.*\"$1\": *\"\(http://\)\{0,1\}\([^\"]*\)\".*|\2|p" "$work/ready"; }
endpoint=$(member endpoint)
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')

openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=oss.test -keyout "$work/key.pem" \
  -out "$work/certificate.pem" -addext "subjectAltName=DNS:oss.test,DNS:*.oss.test" 2> /dev/null
# The block of the page, with the ports and the folder of this run.
sed -n '/^    events /,/^    }$/{s/^    //;p}' "$root/spec/endpoint.md" |
  sed "s/127.0.0.1:9300/$endpoint/; s/127.0.0.1:9443/127.0.0.1:$port/; s|/etc/oss/|$work/|" \
    > "$work/nginx.conf"
"$nginx" -p "$work" -e "$work/error.log" -c "$work/nginx.conf" \
  -g "daemon off; pid $work/pid; master_process off;" &

# ask METHOD [OPTION OF curl]...: asks by a URL that is signed for the method (V1).
ask() {
  local method=$1 end=$(($(date +%s) + 60)) signature
  shift
  signature=$(printf '%s\n\n\n%s\n/conform-bucket/a/b c' "$method" "$end" |
    openssl dgst -sha1 -binary -hmac "$(member accessKeySecret)" | base64)
  curl -sS --fail-with-body --max-time 5 --retry 20 --retry-delay 0 --retry-connrefused \
    --cacert "$work/certificate.pem" --resolve "conform-bucket.oss.test:$port:127.0.0.1" \
    --url-query "OSSAccessKeyId=$(member accessKeyId)" --url-query "Expires=$end" \
    --url-query "Signature=$signature" -X "$method" "$@" \
    "https://conform-bucket.oss.test:$port/a%2Fb+c"
}
printf 'over TLS' > "$work/file"
ask PUT -T "$work/file"
[ "$(ask GET)" = "over TLS" ] || {
  cat "$work/error.log" >&2
  exit 1
}
echo "An object was put and read through nginx with TLS."
