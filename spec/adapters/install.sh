#!/bin/sh
# Installs packages of Debian, as root or with sudo, or says which ones to install.
#
#     install.sh PACKAGE...
set -eu

if [ "$(id -u)" = 0 ]; then
    as_root=
else
    as_root=sudo
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "install.sh: this is not Debian; install by hand what Debian calls: $*" >&2
    exit 1
fi
if [ -n "$as_root" ] && ! sudo -n true 2>/dev/null; then
    echo "install.sh: only root may install packages; run: sudo apt-get install $*" >&2
    exit 1
fi
# Two at the same time wait for one another.
exec 9<"$0"
flock 9
# A package that an interrupted installation left half-made is completed first.
$as_root dpkg --configure -a >&2
$as_root apt-get update -qq >&2
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq "$@" >&2
