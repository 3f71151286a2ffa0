#!/bin/sh
# Builds the adapter for an SDK in Go, against the SDK as Debian packages it.
#
#     environment.sh [SDK [FOLDER]]
#
# SDK is go, for aliyun-oss-go-sdk, or aliyungo; go unless given. FOLDER is .build/go-adapter at the
# repository's root unless given. The only line on standard output is the path of the adapter, all
# else goes to standard error. An adapter that is newer than its sources is left as it is.
set -eu

sdk=${1:-go}
here=$(cd "$(dirname "$0")" && pwd)
folder=${2:-$here/../../../.build/go-adapter}
gopath=/usr/share/gocode

fail() {
    echo "environment.sh: $1" >&2
    exit 1
}

# Each list of expectations holds for one version only. The clock of the Date header is read in one
# place: the copy of that file reads a variable there instead. The file that is added hands over what
# it is asked for. No other line of the SDK is touched.
case $sdk in
go)
    package=golang-github-aliyun-aliyun-oss-go-sdk-dev
    version=1.5.0
    root=$gopath/src/github.com/aliyun/aliyun-oss-go-sdk
    clocked=oss/conn.go
    added=conformance.go
    own=signing.go
    ;;
aliyungo)
    package=golang-github-denverdino-aliyungo-dev
    version=0.0~git20180921.13fa8aa
    root=$gopath/src/github.com/denverdino/aliyungo
    clocked=util/util.go
    added=aliyungo.go
    own=aliyungo.go
    ;;
*) fail "no SDK is named $sdk; the two are go and aliyungo." ;;
esac

if ! command -v go >/dev/null 2>&1 || [ ! -e "$root/$clocked" ]; then
    "$here/../install.sh" golang-go "$package" ||
        fail "there is no Go or no SDK; on Debian install golang-go $package."
fi
installed=$(dpkg-query -W -f '${Version}' "$package" 2>/dev/null) ||
    fail "the SDK in $root comes from no package of Debian; remove it, and run this script again."
case $installed in
"$version" | "$version"[+-]*) ;;
*) fail "the adapter is for version $version of the SDK, and $installed is installed." ;;
esac

mkdir -p "$folder" || fail "the folder $folder cannot be made."
folder=$(cd "$folder" && pwd)
adapter=$folder/${sdk}_adapter

# An adapter without requests ends well; a damaged one does not start.
if ! "$adapter" </dev/null 2>/dev/null ||
    [ -n "$(find "$here" "$root/$clocked" -newer "$adapter" -type f ! -name '*.json')" ]; then
    [ "$(grep -c 'time\.Now()\.UTC()' "$root/$clocked")" = 1 ] ||
        fail "the SDK no longer reads its clock where this script expects it."
    copy=$folder/$sdk-$(basename "$clocked")
    sed 's/time\.Now()\.UTC()/Now().UTC()/' "$root/$clocked" >"$copy"
    clock=$folder/$sdk-clock.go
    printf 'package %s\n\nimport "time"\n\n%s\nvar Now = time.Now\n' "$(dirname "$clocked")" \
        '// Now stands in the place of time.Now where the SDK writes the Date header.' >"$clock"
    cat >"$folder/$sdk.json" <<EOF
{"Replace": {
  "$root/$clocked": "$copy",
  "$root/$(dirname "$clocked")/clock.go": "$clock",
  "$root/oss/conformance.go": "$here/sdk/$added"
}}
EOF
    (
        cd "$here"
        # No module is fetched: the SDK comes from the package's folder alone.
        GO111MODULE=off GOPATH=$gopath GOFLAGS="" go build -overlay "$folder/$sdk.json" \
            -o "$adapter.new" protocol.go request.go "$own" >&2
    ) || fail "the adapter could not be built."
    # An interrupted build leaves no adapter behind: only a complete one gets the name.
    mv "$adapter.new" "$adapter"
fi

echo "$adapter"
