#!/bin/sh
# Builds the adapter for the Go SDK, against the SDK as Debian packages it.
#
#     environment.sh [FOLDER]
#
# FOLDER is .build/go-adapter at the repository's root unless given. The only line on standard output
# is the path of the adapter, all else goes to standard error. An adapter that is newer than its
# sources is left as it is.
set -eu

# The expectation file holds for this version only.
version=1.5.0
packages="golang-go golang-github-aliyun-aliyun-oss-go-sdk-dev"
sources=/usr/share/gocode
sdk=$sources/src/github.com/aliyun/aliyun-oss-go-sdk/oss

here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/../../../.build/go-adapter}

fail() {
    echo "environment.sh: $1" >&2
    exit 1
}

if ! command -v go >/dev/null 2>&1 || [ ! -e "$sdk/conn.go" ]; then
    # Unquoted on purpose: each package is an argument of its own.
    "$here/../install.sh" $packages || fail "there is no Go or no SDK; on Debian install $packages."
fi
installed=$(dpkg-query -W -f '${Version}' golang-github-aliyun-aliyun-oss-go-sdk-dev 2>/dev/null) ||
    fail "the SDK in $sdk comes from no package of Debian; remove it, and run this script again."
case $installed in
"$version" | "$version"[+-]*) ;;
*) fail "the adapter is for version $version of the SDK, and $installed is installed." ;;
esac

mkdir -p "$folder" || fail "the folder $folder cannot be made."
folder=$(cd "$folder" && pwd)
adapter=$folder/go_adapter

# An adapter without requests ends well; a damaged one does not start.
if ! "$adapter" </dev/null 2>/dev/null ||
    [ -n "$(find "$here" "$sdk/conn.go" -newer "$adapter" -type f ! -name '*.json')" ]; then
    # The clock of the Date header is read in one place; the copy reads a variable there instead. No
    # other line of the SDK is touched, and the file beside it only hands over what it is asked for.
    [ "$(grep -c 'date := time\.Now()\.UTC()' "$sdk/conn.go")" = 1 ] ||
        fail "the SDK no longer reads its clock where this script expects it."
    sed 's/date := time\.Now()\.UTC()/date := Now().UTC()/' "$sdk/conn.go" >"$folder/conn.go"
    cat >"$folder/overlay.json" <<EOF
{"Replace": {
  "$sdk/conn.go": "$folder/conn.go",
  "$sdk/conformance.go": "$here/sdk/conformance.go"
}}
EOF
    (
        cd "$here"
        # No module is fetched: the SDK comes from the package's folder alone.
        GO111MODULE=off GOPATH=$sources GOFLAGS="" \
            go build -overlay "$folder/overlay.json" -o "$adapter.new" . >&2
    ) || fail "the adapter could not be built."
    # An interrupted build leaves no adapter behind: only a complete one gets the name.
    mv "$adapter.new" "$adapter"
fi

echo "$adapter"
