#!/bin/sh
# Installs fog-aliyun as Debian packages it, and prints the path of the Ruby that its adapter needs.
#
#     environment.sh
#
# The only line on standard output is that path, all else goes to standard error.
set -eu

# The list of expectations holds for this version only.
version=0.3.2
package='ruby-fog-aliyun'
ruby=/usr/bin/ruby
here=$(cd "$(dirname "$0")" && pwd)

fail() {
    echo "environment.sh: $1" >&2
    exit 1
}

installed() {
    dpkg-query -W -f '${db:Status-Status} ${Version}' "$package" 2>/dev/null || echo none
}

case $(installed) in
"installed "*) ;;
*)
    "$here/../install.sh" --no-install-recommends "$package" || fail "on Debian install $package."
    ;;
esac
case $(installed) in
"installed $version-"*) ;;
*) fail "the adapter is for version $version of the SDK, and dpkg says: $(installed)." ;;
esac
"$ruby" -e 'require "fog/aliyun"' >/dev/null 2>&1 || fail "$ruby cannot load fog-aliyun."

echo "$ruby"
