#!/bin/sh
# Installs GDAL's view for Python as Debian packages it, and makes a program that runs its adapter.
#
#     environment.sh [FOLDER]
#
# FOLDER is .build/gdal-adapter at the repository's root unless given. The only line on standard
# output is the path of the program, all else goes to standard error.
set -eu

# The list of expectations holds for this version only.
version=3.6.2
package=python3-gdal
python=/usr/bin/python3
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/../../../.build/gdal-adapter}

fail() {
    echo "environment.sh: $1" >&2
    exit 1
}

installed() {
    "$python" -c 'from osgeo import gdal; print(gdal.__version__)' 2>/dev/null || echo none
}

[ "$(installed)" != none ] ||
    "$here/../install.sh" --no-install-recommends "$package" || fail "on Debian install $package."
[ "$(installed)" = "$version" ] ||
    fail "the adapter is for GDAL $version, and installed is $(installed)."

mkdir -p "$folder" || fail "the folder $folder cannot be made."
folder=$(cd "$folder" && pwd)
cat >"$folder/gdal_adapter" <<EOF
#!/bin/sh
PYTHONPATH="$here/../python" exec "$python" "$here/gdal_adapter.py"
EOF
chmod +x "$folder/gdal_adapter"

echo "$folder/gdal_adapter"
