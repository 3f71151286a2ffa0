#!/usr/bin/env bash
# Runs the action's script as a runner does: with its files and variables, and the archive of
# .ci/release from a server on this machine.
#
#     test.sh PYTHON    an interpreter with oss2
set -euo pipefail
[ $# = 1 ] || { sed -n '5s/# *//p' "$0" >&2; exit 2; }
cd "$(dirname "$0")/../.."
python=$(command -v "$1") script=$PWD/.ci/action/oss-conform.sh artifacts=$PWD/.build/release-artifacts
# The environment of Python finds its packages by its own path, so no link of it is resolved.
case $1 in /*) python=$1 ;; */*) python=$PWD/$1 ;; esac
work=$(mktemp -d)
trap 'kill "$server" 2> /dev/null || true; rm -rf "$work"' EXIT
version=$(basename "$artifacts"/oss-conform-*-linux-x86_64.tar.gz -linux-x86_64.tar.gz)
version=${version#oss-conform-}
adapter=$PWD/spec/adapters/python/oss2_adapter.py

# A server with the release, with one whose archive was changed, and with one that never starts.
name=oss-conform-$version-linux-x86_64
mkdir -p "$work"/www/{right,wrong,slow}/ "$work/$name"
cp "$artifacts"/{*.tar.gz,SHA256SUMS} "$work/www/right"
cp "$artifacts/SHA256SUMS" "$work/www/wrong"
printf '#!/bin/sh\nexec sleep 60\n' > "$work/$name/oss-conform"
chmod +x "$work/$name/oss-conform"
tar -czf "$work/www/wrong/$name.tar.gz" -C "$work" "$name"
cp "$work/www/wrong/$name.tar.gz" "$work/www/slow"
(cd "$work/www/slow" && sha256sum ./*.tar.gz | sed 's|\./||' > SHA256SUMS)
python3 -u - "$work/www" > "$work/port" 2> /dev/null <<'PY' &
import functools, http.server, sys
serve = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
    print(server.server_port)
    server.serve_forever()
PY
server=$!
until [ -s "$work/port" ]; do sleep 0.05; done
release=http://127.0.0.1:$(cat "$work/port")

cat > "$work/client.py" <<'PY'
import os, sys, oss2
secret = os.environ["OSS_ACCESS_KEY_SECRET"] + sys.argv[1]
given = oss2.credentials.StaticCredentialsProvider(os.environ["OSS_ACCESS_KEY_ID"], secret)
where = [os.environ["OSS_" + name] for name in ["ENDPOINT", "BUCKET", "REGION"]]
bucket = oss2.Bucket(oss2.ProviderAuthV4(given), *where[:2], region=where[2])
try:
    bucket.put_object("a,b:100%.txt", "text")
    print("stored")
except oss2.exceptions.ServerError as error:
    print("refused", error.code)
PY

# job NAME: a new job; its files are in $job.
job() {
  job=$work/$1
  mkdir -p "$job/temp"
  touch "$job"/{env,output,summary,path}
}

# step STATUS MODE [NAME=VALUE]...: the script as a step of the job, which must end with the status.
step() {
  local wanted=$1 mode=$2 status=0
  shift 2
  env -i "PATH=$PATH" GITHUB_ACTIONS=true "RUNNER_TEMP=$job/temp" "GITHUB_ENV=$job/env" \
    "GITHUB_OUTPUT=$job/output" "GITHUB_STEP_SUMMARY=$job/summary" "GITHUB_PATH=$job/path" \
    "OSS_CONFORM_VERSION=$version" "OSS_CONFORM_FROM=$release/right" "$@" \
    timeout 100 "$script" "$mode" > "$job/log" 2>&1 || status=$?
  [ "$status" = "$wanted" ] || wrong "'$mode' ends with $status, not $wanted"
}

wrong() {
  cat "$job/log"
  echo "${job##*/}: $*" >&2
  exit 1
}

# has FILE TEXT: a line of a file of the job holds the text.
has() { grep -qF -- "$2" "$job/$1" || wrong "$1 has no '$2'"; }
hasnt() { ! grep -qF -- "$2" "$job/$1" || wrong "$1 has '$2'"; }

job right
begin=$(date +%s%N)
step 0 serve "OSS_CONFORM_COMMAND=$python $work/client.py ''"
taken=$((($(date +%s%N) - begin) / 1000000))
has log stored
has log '1 requests: 1 verified, 0 refused.'
has output 'status=0'
has summary '### oss-conform serve: 1 requests: 1 verified, 0 refused.'
has path "$name"
hasnt log '::error'
echo "right: from nothing to the verdict in $taken ms"
[ "$taken" -lt 60000 ] || wrong "it took $taken ms"

job refused
step 1 serve "OSS_CONFORM_COMMAND=$python $work/client.py x"
has log 'refused SignatureDoesNotMatch'
has log '::error title=PUT /conform-bucket/a%252Cb%253A100%2525.txt%3A 403 SignatureDoesNotMatch::'
has log 'secret-wrong'
has summary '1 refused'
has output 'status=1'
hasnt log conform-access-key-secret

# The steps of a job: the second has what the first wrote to GITHUB_ENV.
job steps
step 0 serve
has env OSS_ENDPOINT=http://127.0.0.1:
has env OSS_TEST_BUCKET=conform-bucket
has env OSS_CONFORM_CONTROL=
hasnt env OSS_CONFORM_COMMAND
# shellcheck disable=SC1091
(set -a && . "$job/env" && "$python" "$work/client.py" '' && "$python" "$work/client.py" x) \
  > "$job/log" 2>&1 || wrong "the client ends with $?"
step 1 finish
has summary '2 requests: 1 verified, 1 refused.'
step 2 finish
has log 'No endpoint was started'

job unused
step 3 serve OSS_CONFORM_COMMAND=true
has log '::error title=oss-conform::0 requests'

job command-fails
step 1 serve "OSS_CONFORM_COMMAND=$python $work/client.py ''
false
echo unreached"
has summary 'The command ended with 1.'
hasnt log unreached

job checksum
step 3 serve "OSS_CONFORM_FROM=$release/wrong" OSS_CONFORM_COMMAND=true
has log 'nothing was unpacked'
[ ! -e "$job/temp/oss-conform/$name" ] || wrong "it was unpacked"
step 3 serve OSS_CONFORM_SHA256=0 OSS_CONFORM_COMMAND=true
has log 'not 0; nothing was unpacked'

job absent
step 3 serve "OSS_CONFORM_FROM=$release/absent" OSS_CONFORM_COMMAND=true
has log "$release/absent/$name.tar.gz cannot be read."
step 2 serve OSS_CONFORM_VERSION=latest
step 2 serve OSS_CONFORM_FROM=
step 2 check
step 2 run
step 2 serve OSS_CONFORM_FLAGS=--absent OSS_CONFORM_COMMAND=true
step 3 serve OSS_CONFORM_FLAGS=--absent
has log 'The endpoint did not start. oss-conform: '

job slow
step 3 serve "OSS_CONFORM_FROM=$release/slow" OSS_CONFORM_WAIT=1
has log 'The endpoint is not ready after 1 s.'
! kill -0 "$(cat "$job/temp/oss-conform/served/process")" 2> /dev/null || wrong "it goes on"

job check
step 1 check "OSS_CONFORM_COMMAND=$python $adapter" OSS_CONFORM_FLAGS=--quiet
has output 'status=1'
job check-screen
step 1 check "OSS_CONFORM_COMMAND=$python $adapter" "OSS_CONFORM_FROM=$artifacts"
has log '::error title=header-values-not-trimmed::'
has summary oss2
has output 'must vectors failed'
[ -s "$job/temp/oss-conform/oss-conform.xml" ] || wrong "there is no JUnit"
job check-known
step 0 check "OSS_CONFORM_COMMAND=$python $adapter" \
  "OSS_CONFORM_FLAGS=--profiles all --expectations $PWD/spec/adapters/python/oss2.expectations.json"
hasnt log '::error'
job check-absent
step 3 check OSS_CONFORM_COMMAND=/absent

# GitLab's runner, and a shell: no commands in the output.
job plain
step 1 serve GITHUB_ACTIONS=false "OSS_CONFORM_COMMAND=$python $work/client.py x"
hasnt log '::'
grep -q '^OSS_CONFORM_STATUS=1$' "$job/temp/oss-conform/verdict.env" || wrong "verdict.env has no status"

# of FILE EXPRESSION: what Ruby makes of a file beside the script, which is `file`, line by line.
of() {
  ruby -ryaml -e 'file = YAML.load_file(ARGV[0]); puts eval(ARGV[1])' "${script%/*}/$1" "$2"
}

# The lines that the action and the template have in their files.
if command -v ruby > /dev/null; then
  job action
  GITHUB_ACTION_PATH=${script%/*} MODE=serve OSS_CONFORM_VERSION=$version \
    OSS_CONFORM_FROM=$release/right OSS_CONFORM_COMMAND="$python $work/client.py ''" \
    RUNNER_TEMP=$job/temp sh -e <(of action.yml 'file["runs"]["steps"][0]["run"]') \
    > "$job/log" 2>&1 || wrong "the step of the action ends with $?"
  has log '1 requests: 1 verified, 0 refused.'

  job template
  cp "$script" "$work/www"
  (
    cd "$job"
    export CI_PROJECT_DIR=$job OSS_CONFORM_FROM=$release/right
    export OSS_CONFORM_SCRIPT=$release/oss-conform.sh OSS_CONFORM_COMMAND="$python $adapter"
    eval "$(of gitlab.yml 'file[".oss-conform"]["variables"].map { |one| "export #{one[0]}=" + one[1] }')"
    export OSS_CONFORM_VERSION=$version OSS_CONFORM_MODE=check
    sh -e <(of gitlab.yml 'file[".oss-conform"]["script"]')
  ) > "$job/log" 2>&1 && wrong "the check of oss2 passes"
  for file in $(of gitlab.yml 'file[".oss-conform"]["artifacts"].values_at("paths", "reports")
    .flat_map { |one| one.is_a?(Hash) ? one.values : one }'); do
    [ -s "$job/$file" ] || wrong "there is no $file"
  done
fi

# A machine without curl and sha256sum, and with nothing that the script does not say it needs.
if command -v wget > /dev/null && command -v shasum > /dev/null; then
  mkdir "$work/bin"
  for tool in sh tar gzip awk wget shasum perl env grep sed cat cp cut mkdir mkfifo mv od rm sleep \
    tail timeout touch tr uname; do
    ln -s "$(command -v "$tool")" "$work/bin"
  done
  job bare
  step 0 serve "PATH=$work/bin" "OSS_CONFORM_COMMAND=$python $work/client.py ''"
  has output 'status=0'
fi

echo "The action: all jobs end as they must."
