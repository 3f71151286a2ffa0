#!/usr/bin/env bash
# The tests of the providers, the 10,000 callers among them, under a sanitizer: a race or a use of
# memory that is not the program's fails.
#
#     .ci/sanitize.sh thread
#     .ci/sanitize.sh address
set -euo pipefail
cd "$(dirname "$0")/.."

# A package of links with these targets alone, and of TestSupport what the tests of providers use:
# building all of it so would take six times as long.
sanitizer=$1
package=.build/$sanitizer-sanitizer
mkdir -p "$package"
ln -sfn "$PWD/Sources" "$package/Sources"
ln -sfn "$PWD/Tests" "$package/Tests"
cat Package.swift - > "$package/Package.swift" <<'SWIFT'
let kept: Set<String> = [
  "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSAppServer",
  "OSSCredentials", "OSSCredentialProviders",
  "OSSTestDoubles", "TestSupport", "OSSCredentialProvidersTests",
]
package.targets.removeAll { !kept.contains($0.name) }
for target in package.targets where target.name == "TestSupport" {
  target.dependencies = ["OSSPrimitives"]
  target.sources = ["ScratchFolder.swift", "ShownTexts.swift"]
}
package.products = []
SWIFT

# curl, below Foundation on Linux, keeps what it has allocated.
export ASAN_OPTIONS=detect_leaks=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift test --sanitize "$sanitizer" --package-path "$package" 2>&1 | tee "$log"
# A filter or a package that matches nothing would pass as well.
grep -q 'at an expired token make one fetch.* passed' "$log"
grep -q 'get no expired token, cause one fetch at a time.* passed' "$log"
