#!/usr/bin/env bash
# Damaged inputs to every reader and to explain under AddressSanitizer: none may trap, hang, be
# echoed at length, or take more than 256 MB where the sanitizer is not built in.
#
#     .ci/address_sanitizer.sh [COUNT [FIRST]]
#
# COUNT inputs go to each of five readers, and a tenth of it to each of eight commands; 2000 if not
# given. FIRST is the number of the first one: an input depends on its number alone.
set -euo pipefail
cd "$(dirname "$0")/.."

export OSS_DAMAGED_INPUTS=${1:-2000} OSS_DAMAGED_FIRST=${2:-1}
export ASAN_OPTIONS=quarantine_size_mb=1:malloc_context_size=0:detect_leaks=0

# A package of links with what these tests need, optimized and with its assertions: a debug build
# would take thirty times as long.
package=.build/damaged-inputs
mkdir -p "$package"
for folder in Sources Tests vectors spec; do ln -sfn "$PWD/$folder" "$package/$folder"; done
cat Package.swift - > "$package/Package.swift" <<'SWIFT'
let kept: Set<String> = [
  "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSCredentials", "OSSVectors",
  "OSSMistakes", "OSSConformance", "TestSupport", "OSSConformanceTests",
]
package.targets.removeAll { !kept.contains($0.name) }
package.products = []
SWIFT
optimized=(-c release -Xswiftc -assert-config -Xswiftc Debug -Xswiftc -enforce-exclusivity=checked)

# run LIMIT SCRATCH ARGUMENT...: builds the tests, runs them, and holds them to LIMIT megabytes.
run() {
  local limit=$1 scratch=$package/$2
  shift 2
  swift build --build-tests --package-path "$package" --scratch-path "$scratch" \
    "${optimized[@]}" "$@"
  python3 - "$limit" "$scratch"/release/*PackageTests.xctest << 'PYTHON'
import resource
import subprocess
import sys

limit, tests = sys.argv[1:3]
command = [tests, "--testing-library", "swift-testing", "--filter", "damaged input"]
done = subprocess.run(command, capture_output=True, check=False)
text = (done.stdout + done.stderr).decode(errors="replace")
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(*text.splitlines()[-15:], sep="\n")
print(f"{usage.ru_utime + usage.ru_stime:.0f} s, at most {usage.ru_maxrss >> 10} MB")
# A filter that matches nothing would pass as well.
passed = done.returncode == 0 and "6 tests in 1 suite passed" in text
sys.exit(not passed or usage.ru_maxrss >> 10 > int(limit))
PYTHON
}
# The sanitizer's shadow takes an eighth, and its red zones about as much as small blocks themselves.
run 768 sanitized --sanitize address
run 256 plain
