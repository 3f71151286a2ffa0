#!/usr/bin/env bash
# Runs the fixtures of spec/fixtures: each passes where the request is right, and fails with the reason
# where the secret is wrong. A language that is not installed is skipped.
#
#     fixtures.sh PROGRAM    oss-conform
set -euo pipefail
[ $# = 1 ] || { sed -n '5s/# *//p' "$0" >&2; exit 2; }
PATH="$(dirname "$(realpath "$1")"):$PATH"
cd "$(dirname "$0")/../../spec/fixtures"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Nothing is left beside the sources.
export PATH GOCACHE="$work/go" PYTHONDONTWRITEBYTECODE=1

has() {
  case $1 in
  pytest) "${PYTHON:-python3}" -c 'import pytest' ;;
  ruby) ruby -e 'require "minitest"' ;;
  *) command -v "$1" ;;
  esac > /dev/null 2>&1
}

run() {
  case $1 in
  pytest) "${PYTHON:-python3}" -m pytest -q -p no:cacheprovider pytest ;;
  go) cd go && go test -count=1 . ;;
  node) node --test node ;;
  php) php php/upload.php ;;
  ruby) ruby ruby/upload_test.rb ;;
  esac
}
export -f run

failed=0 passed=0 skipped=0
for fixture in pytest go node php ruby; do
  if ! has "$fixture"; then
    echo "$fixture: skipped"
    skipped=$((skipped + 1))
    continue
  fi
  right=0 wrong=0
  timeout 120 bash -c "run $fixture" > "$work/right" 2>&1 || right=$?
  SECRET_END=x timeout 120 bash -c "run $fixture" > "$work/wrong" 2>&1 || wrong=$?
  if [ "$right" = 0 ] && [ "$wrong" != 0 ] && grep -q secret-wrong "$work/wrong"; then
    echo "$fixture: passes, and fails with the reason"
    passed=$((passed + 1))
  else
    cat "$work/right" "$work/wrong"
    echo "$fixture: ends with $right where the request is right, and with $wrong where it is wrong"
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
