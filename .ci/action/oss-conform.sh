#!/bin/sh
# Runs oss-conform in a job of CI: as the action beside it, in the template for GitLab, or by hand.
#
#     oss-conform.sh serve     OSS_CONFORM_COMMAND runs with the endpoint; without one, the endpoint is
#                              started for the steps that follow
#     oss-conform.sh finish    ends that endpoint; the verdict of the job
#     oss-conform.sh check     OSS_CONFORM_COMMAND is an adapter
#
# What it reads, each a variable:
#
#     OSS_CONFORM_FROM       a URL or a folder with the archive of this machine and SHA256SUMS
#     OSS_CONFORM_VERSION    the version, such as 0.1.0
#     OSS_CONFORM_SHA256     the checksum that the archive must have; by default that of SHA256SUMS
#     OSS_CONFORM_FLAGS      more flags for serve or check, split at blanks
#     OSS_CONFORM_WAIT       how many seconds serve may need to be ready, 30 by default
#     OSS_CONFORM_FOLDER     where its files are kept, by default below RUNNER_TEMP or TMPDIR
#
# It needs a POSIX shell, tar, gzip, awk, curl or wget for a URL, and sha256sum or shasum. The exit status is
# that of oss-conform: 1 if something is wrong with the client; 2 for wrong usage; 3 if nothing was run.
set -eu

folder=${OSS_CONFORM_FOLDER:-${RUNNER_TEMP:-${TMPDIR:-/tmp}}/oss-conform}
command=${OSS_CONFORM_COMMAND:-}

# escaped: standard input as one line, as commands of GitHub's runner have it.
escaped() { awk '{ gsub("%", "%25"); gsub("\r", "%0D"); printf "%s%s", end, $0; end = "%0A" }'; }

# annotate TITLE TEXT: an error that the runner shows, or a line for people.
annotate() {
  if [ "${GITHUB_ACTIONS:-}" = true ]; then
    title=$(printf '%s' "$1" | escaped | sed 's/:/%3A/g; s/,/%2C/g')
    printf '::error title=%s::%s\n' "$title" "$(printf '%s' "$2" | escaped)"
  else
    printf '%s: %s\n' "$1" "$2" >&2
  fi
}

# fail STATUS TEXT: ends with what is wrong.
fail() {
  annotate oss-conform "$2"
  exit "$1"
}

# to FILE: appends standard input to a file of the runner, where there is one.
to() { if [ -n "$1" ]; then cat >> "$1"; else cat > /dev/null; fi; }

# platform: the name that the archive has for this machine.
platform() {
  case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) echo linux-x86_64 ;;
  Linux-aarch64 | Linux-arm64) echo linux-arm64 ;;
  Darwin-arm64) echo macos-arm64 ;;
  Darwin-x86_64) echo macos-x86_64 ;;
  *) fail 2 "There is no program for $(uname -s) on $(uname -m); a wheel py3-none-any runs everywhere." ;;
  esac
}

# get NAME: copies a file from OSS_CONFORM_FROM into the folder.
get() {
  case $OSS_CONFORM_FROM in
  http://* | https://*)
    if command -v curl > /dev/null; then
      curl -fsSL --retry 2 --max-time 300 -o "$folder/$1" "$OSS_CONFORM_FROM/$1"
    else
      wget -q -T 300 -O "$folder/$1" "$OSS_CONFORM_FROM/$1"
    fi
    ;;
  *) cp "$OSS_CONFORM_FROM/$1" "$folder/$1" ;;
  esac || fail 3 "$OSS_CONFORM_FROM/$1 cannot be read."
}

checksum() {
  if command -v sha256sum > /dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi |
    cut -d ' ' -f 1
}

# install: the program of the version, unpacked in the folder; its path is in $program.
install() {
  case ${OSS_CONFORM_VERSION:-} in
  [0-9]*.[0-9]*.[0-9]*) ;;
  *) fail 2 "A version such as 0.1.0 is needed, not '${OSS_CONFORM_VERSION:-}'." ;;
  esac
  [ -n "${OSS_CONFORM_FROM:-}" ] || fail 2 "OSS_CONFORM_FROM is not set: where is the archive?"
  name=oss-conform-$OSS_CONFORM_VERSION-$(platform) || exit
  program=$folder/$name/oss-conform
  mkdir -p "$folder"
  PATH=$folder/$name:$PATH
  if [ -x "$program" ]; then return; fi
  get "$name.tar.gz"
  wanted=${OSS_CONFORM_SHA256:-}
  if [ -z "$wanted" ]; then
    get SHA256SUMS
    wanted=$(awk -v name="$name.tar.gz" '$2 == name { print $1 }' "$folder/SHA256SUMS")
    [ -n "$wanted" ] || fail 3 "SHA256SUMS has no line for $name.tar.gz."
  fi
  found=$(checksum "$folder/$name.tar.gz")
  if [ "$found" != "$wanted" ]; then
    rm -f "$folder/$name.tar.gz"
    fail 3 "The checksum of $name.tar.gz is $found, not $wanted; nothing was unpacked."
  fi
  tar -xzf "$folder/$name.tar.gz" -C "$folder"
  rm "$folder/$name.tar.gz"
  echo "$folder/$name" | to "${GITHUB_PATH:-}"
}

# start: serve in the background; its command waits for the end, and hands its variables over.
start() {
  rm -rf "$folder/served"
  mkdir -p "$folder/served"
  cd "$folder/served"
  mkfifo end
  # A runner waits until nobody has its streams, so the endpoint has none of them.
  (
    status=0
    # shellcheck disable=SC2086,SC2016
    "$program" serve ${OSS_CONFORM_FLAGS:-} -- sh -c '
      env | grep -E "^OSS_(TEST_)?(ENDPOINT|REGION|BUCKET|ACCESS_KEY_.*|S.*_TOKEN)=" > variables
      echo "OSS_CONFORM_CONTROL=$OSS_CONFORM_CONTROL" >> variables
      mv variables ready
      read -r _ < end' > report.txt 2> errors.txt &
    echo "$!" > process
    wait "$!" || status=$?
    echo "$status" > status.new
    mv status.new status
  ) < /dev/null > /dev/null 2>&1 &
  waited=0
  while [ ! -e ready ]; do
    [ ! -e status ] || fail 3 "The endpoint did not start. $(cat errors.txt)"
    if [ "$waited" -ge "$((${OSS_CONFORM_WAIT:-30} * 10))" ]; then
      kill "$(cat process)"
      fail 3 "The endpoint is not ready after ${OSS_CONFORM_WAIT:-30} s."
    fi
    sleep 0.1
    waited=$((waited + 1))
  done
  to "${GITHUB_ENV:-}" < ready
  cat ready
}

# finish: ends what `start` started, and gives the verdict.
finish() {
  [ -e "$folder/served/ready" ] || fail 2 "No endpoint was started: 'serve' without a command does that."
  cd "$folder/served"
  [ -e status ] || echo > end
  waited=0
  while [ ! -e status ]; do
    [ "$waited" -lt 100 ] || fail 3 "The endpoint does not end."
    sleep 0.1
    waited=$((waited + 1))
  done
  rm ready
  tell report.txt "$(cat status)"
}

# tell REPORT STATUS: shows what serve found, annotates each reason, and ends with the status.
tell() {
  show "$1"
  counts=$(tail -n 1 "$1")
  # A block begins with the request, then come its reason and the fix.
  if [ "${GITHUB_ACTIONS:-}" = true ]; then
    awk 'function encoded(text) { gsub("%", "%25", text); gsub("\r", "%0D", text); return text }
      function flush() { if (title != "") print "::error title=" title "::" text; title = "" }
      /^[^ ].*: [0-9][0-9][0-9] / {
        flush(); title = encoded($0); gsub(":", "%3A", title); gsub(",", "%2C", title); text = ""; next }
      /^  / && title != "" { sub("^ *", ""); text = text (text == "" ? "" : "%0A") encoded($0); next }
      { flush() } END { flush() }' "$1"
  fi
  { printf '### oss-conform serve: %s\n\n' "$counts"; sed 's/^/    /' "$1"; echo; } |
    to "${GITHUB_STEP_SUMMARY:-}"
  verdict "$2" "$counts"
}

# show FILE: prints it so that the runner takes no line of it for a command.
show() {
  if [ "${GITHUB_ACTIONS:-}" = true ]; then
    mark=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    printf '::stop-commands::%s\n' "$mark"
    cat "$1"
    printf '::%s::\n' "$mark"
  else
    cat "$1"
  fi
}

# verdict STATUS SENTENCE: hands both on, and ends with the status.
verdict() {
  printf 'status=%s\nsummary=%s\n' "$1" "$2" | to "${GITHUB_OUTPUT:-}"
  printf 'OSS_CONFORM_STATUS=%s\nOSS_CONFORM_SUMMARY=%s\n' "$1" "$2" > "$folder/verdict.env"
  if [ "$1" = 3 ]; then annotate oss-conform "$2"; fi
  exit "$1"
}

# serve: the command with the endpoint; what it writes goes where this script's output goes.
serve() {
  status=0
  # shellcheck disable=SC2086,SC2016
  "$program" serve ${OSS_CONFORM_FLAGS:-} -- sh -ec 'exec >&3 3>&-; eval "$1"' sh "$command" \
    3>&1 > "$folder/report.txt" || status=$?
  if [ "$status" = 2 ] && [ ! -s "$folder/report.txt" ]; then
    verdict 2 "The endpoint did not start."
  fi
  tell "$folder/report.txt" "$status"
}

# check: the adapter, its report as text, as JUnit, and in the summary.
check() {
  [ -n "$command" ] || fail 2 "OSS_CONFORM_COMMAND is not set: which adapter?"
  status=0
  : > "$folder/summary.md"
  # shellcheck disable=SC2086
  "$program" check --report "junit=$folder/oss-conform.xml,markdown=$folder/summary.md" \
    ${OSS_CONFORM_FLAGS:-} -- sh -ec "$command" > "$folder/report.txt" || status=$?
  show "$folder/report.txt"
  to "${GITHUB_STEP_SUMMARY:-}" < "$folder/summary.md"
  # The mistakes behind a red run stand first, numbered.
  if [ "$status" = 1 ] && [ "${GITHUB_ACTIONS:-}" = true ]; then
    awk '/^[0-9]+  / { sub("^[0-9]+  ", ""); gsub("%", "%25"); at = index($0, " · ")
      print "::error title=" substr($0, 1, at - 1) "::" substr($0, at + length(" · ")) }' \
      "$folder/report.txt"
  fi
  sentence=$(grep -E '^(Passed|Failed)' "$folder/report.txt" | tail -n 1) || true
  verdict "$status" "${sentence:-The adapter could not be run.}"
}

case ${1:-} in
serve)
  install
  if [ -n "$command" ]; then serve; else start; fi
  ;;
check)
  install
  check
  ;;
finish) finish ;;
*) fail 2 "The mode is serve, check or finish, not '${1:-}'." ;;
esac
