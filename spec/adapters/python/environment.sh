#!/bin/sh
# Makes the Python environment in which the SDK adapters run.
#
#     environment.sh [FOLDER]
#
# FOLDER is .build/python-adapters at the repository's root unless given; it is the script's own and
# may be emptied. The only line on standard output is the path of the environment's interpreter, all
# else goes to standard error. A complete environment is left as it is, any other is made anew.
set -eu

# The expectation files hold for these versions only; constraints.txt has those of what they need.
requirements="oss2==2.19.1 alibabacloud-oss-v2==1.4.1 alibabacloud-credentials==1.0.12
opendal==0.47.12 apache-libcloud==3.9.1"

here=$(cd "$(dirname "$0")" && pwd)
constraints=$here/constraints.txt
folder=${1:-$here/../../../.build/python-adapters}

fail() {
    echo "environment.sh: $1" >&2
    exit 1
}

command -v python3 >/dev/null 2>&1 ||
    fail "there is no python3; install Python 3.10 or newer."
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    fail "$(python3 --version) is too old; the adapters need Python 3.10 or newer."

# OpenDAL reads the clock of the system, which this library shows it. Only its adapter needs it.
if ! ls /usr/lib/*/faketime/libfaketime.so.1 /usr/lib*/faketime/libfaketime.so.1 >/dev/null 2>&1; then
    { [ "$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq libfaketime; } >&2 ||
        echo "environment.sh: no libfaketime, so no OpenDAL; on Debian install libfaketime." >&2
fi

mkdir -p "$folder" || fail "the folder $folder cannot be made."
folder=$(cd "$folder" && pwd)
interpreter=$folder/bin/python
installed=$folder/installed.txt

# The list of what is installed is written last, so that its presence means a complete environment.
# The interpreter is started too: it is a link, and the Python behind it may have gone.
wanted="$requirements
$(cat "$constraints")"
if [ "$(cat "$installed" 2>/dev/null)" != "$wanted" ] ||
    ! "$interpreter" -c '' 2>/dev/null; then
    python3 -c 'import ensurepip, venv' 2>/dev/null ||
        fail "this python3 has no venv or no ensurepip; on Debian and Ubuntu install python3-venv."
    python3 -m venv --clear "$folder" >&2 ||
        fail "no virtual environment could be made in $folder."
    # Unquoted on purpose: each requirement is an argument of its own.
    "$interpreter" -m pip --quiet --disable-pip-version-check install \
        --constraint "$constraints" $requirements >&2 ||
        fail "pip could not install $requirements; is the package index within reach?"
    echo "$wanted" >"$installed"
fi

echo "$interpreter"
