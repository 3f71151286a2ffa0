#!/usr/bin/env bash
# Uses what .ci/release built as somebody would who has Python and no Swift: the archive, then the wheel.
#
#     .ci/release_check.sh PYTHON
#
# PYTHON is the interpreter with the SDKs.
set -euo pipefail
cd "$(dirname "$0")/.."

python=$1 root=$PWD artifacts=$PWD/.build/release-artifacts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$artifacts" && sha256sum --check --quiet SHA256SUMS)

ask='import os, urllib.request
address = os.environ["OSS_CONFORM_CONTROL"] + "/explain.html"
print(urllib.request.urlopen(address).read().decode())'

# try PROGRAM FOLDER: every use that the README names, in an empty environment and another folder.
try() {
  local run=(env -i "PATH=/usr/bin:/bin" "$1") status=0
  cd "$work"
  "${run[@]}" check --quiet
  "${run[@]}" check --quiet --report "html=page.html" \
    -- "$python" "$2/spec/adapters/python/oss2_adapter.py" || status=$?
  [ "$status" = 1 ] || { echo "oss2 ended with $status, not 1" >&2; exit 1; }
  grep -q '<h2>oss2' page.html
  printf '<Error><Code>InvalidAccessKeyId</Code><Message>x</Message></Error>' > body.xml
  "${run[@]}" explain --body body.xml | grep -q access-key-unknown
  "${run[@]}" fuzz --count 200 -- python3 "$2/spec/oracle/adapter.py"
  "${run[@]}" show V4-KEY-1 > /dev/null
  # Nothing asks the endpoint itself, which is no success of `serve`.
  { "${run[@]}" serve -- python3 -c "$ask" || true; } | grep -q 'Why did OSS refuse the request?'
}

tar -xzf "$artifacts"/oss-conform-*-linux-x86_64.tar.gz -C "$work"
folder=$(echo "$work"/oss-conform-*)
if ldd "$folder/oss-conform" > /dev/null 2>&1; then
  echo "The program needs shared libraries." >&2
  exit 1
fi
# Every link of its pages leads to a place in it; a page may have none.
(cd "$folder" && find . -name '*.md' | while read -r page; do
  links=$(grep -oE '\]\([^()# ]+' "$page" | cut -c3- | grep -vE '^[a-z]+:' || true)
  for target in $links; do
    [ -e "$(dirname "$page")/$target" ] || { echo "$page: $target is not there." >&2; exit 1; }
  done
done)
[ "$(stat -c %s "$folder/oss-conform")" -le 14000000 ] || { echo "It is over 14 MB." >&2; exit 1; }
(try "$folder/oss-conform" "$folder")

python3 -m venv "$work/environment"
"$work/environment/bin/pip" install --quiet --no-index "$artifacts"/oss_conform-*x86_64.whl
rm -rf "$folder"
(try "$work/environment/bin/oss-conform" "$work/environment/share/oss-conform")

python3 -m venv --clear "$work/environment"
"$work/environment/bin/pip" install --quiet --no-index "$artifacts"/oss_conform-*-any.whl
(cd "$work" && env -i "PATH=/usr/bin:/bin" "$work/environment/bin/oss-conform" check --quiet \
  -- python3 "$root/spec/oracle/adapter.py")
# The workflow publishes what four machines built; here three of the archives are stand-ins.
publish=$work/publish archive=$(cd "$artifacts" && echo oss-conform-*-linux-x86_64.tar.gz)
for platform in linux-x86_64 linux-arm64 macos-arm64 macos-x86_64; do
  built=$publish/built/$platform
  mkdir -p "$built"
  cp "$artifacts"/*.whl "$built"
  if [ "$platform" = linux-x86_64 ]; then
    cp "$artifacts/$archive" "$artifacts/explain.html" "$built"
  else
    echo "$platform" > "$built/${archive/linux-x86_64/$platform}"
  fi
  (cd "$built" && sha256sum -- *.* > SHA256SUMS)
done
ln -s "$root/.ci" "$publish/.ci"
ruby -ryaml -e 'YAML.load_file(ARGV[0])["jobs"]["publish"]["steps"].each { |one|
  puts one["run"] if one["run"].to_s.include?("homebrew") }' .ci/workflows/release.yml > "$publish/run"
(cd "$publish" && GITHUB_SERVER_URL=https://example.com GITHUB_REPOSITORY=a/b GITHUB_REF_NAME=1 \
  bash -e run > /dev/null)
# The formula has for each platform its archive, and there is none without one of them.
formula=$publish/release/oss-conform.rb sums=$publish/release/SHA256SUMS
ruby -wc "$formula" > /dev/null
ruby .ci/homebrew_check.rb "$formula" | sed 's|https://example.com/a/b/releases/download/1/||' |
  sort | diff - <(grep -F .tar.gz "$sums")
for platform in linux-x86_64 linux-arm64 macos-arm64 macos-x86_64; do
  grep -vF "$platform.tar.gz" "$sums" > "$work/fewer"
  if .ci/homebrew "$work/fewer" https://example.com https://example.com > /dev/null 2>&1; then
    echo "A formula without $platform was made." >&2
    exit 1
  fi
done

echo "The archive and the wheels work without Swift."
