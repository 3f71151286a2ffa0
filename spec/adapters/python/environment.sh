#!/bin/sh
# Makes the Python environment in which the SDK adapters run.
#
#     environment.sh [FOLDER [REQUIREMENTS]]
#
# FOLDER is .build/python-adapters at the repository's root unless given; it is the script's own and
# may be emptied. REQUIREMENTS lists every package with its version; it is requirements.txt beside
# the script unless given. The only line on standard output is the path of the environment's
# interpreter, all else goes to standard error. A complete environment is left as it is, any other
# is made again.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/../../../.build/python-adapters}
requirements=${2:-$here/requirements.txt}

fail() {
    echo "environment.sh: $1" >&2
    exit 1
}

command -v python3 >/dev/null 2>&1 ||
    fail "there is no python3; install Python 3.10 or newer."
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    fail "$(python3 --version) is too old; the adapters need Python 3.10 or newer."
python3 -c 'import ensurepip, venv' 2>/dev/null || "$here/../install.sh" python3-venv ||
    fail "this python3 has no venv or no ensurepip; on Debian and Ubuntu install python3-venv."

# OpenDAL reads the clock of the system, which this library shows it. Only its adapter needs it.
if grep -q '^opendal==' "$requirements" &&
    ! ls /usr/lib/*/faketime/libfaketime.so.1 /usr/lib*/faketime/libfaketime.so.1 >/dev/null 2>&1; then
    "$here/../install.sh" libfaketime ||
        echo "environment.sh: there is no libfaketime, so the adapter of OpenDAL cannot run." >&2
fi

mkdir -p "$folder" || fail "the folder $folder cannot be made."
folder=$(cd "$folder" && pwd)
interpreter=$folder/bin/python
installed=$folder/installed.txt

# The list of what is installed is written last, so that its presence means a complete environment.
# The interpreter is started too: it is a link, and the Python behind it may have gone.
if ! cmp -s "$requirements" "$installed" || ! "$interpreter" -c '' 2>/dev/null; then
    rm -f "$installed"
    python3 -m venv --clear "$folder" >&2 ||
        fail "no virtual environment could be made in $folder."
    "$interpreter" -m pip --quiet --disable-pip-version-check install \
        --requirement "$requirements" >&2 ||
        fail "pip could not install what $requirements lists; is PyPI within reach?"
    cp "$requirements" "$installed"
fi

echo "$interpreter"
