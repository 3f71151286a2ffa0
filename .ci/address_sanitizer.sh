#!/usr/bin/env bash
# Damaged inputs to every reader and to explain under AddressSanitizer: none may trap, hang, be
# echoed at length, or take more than 256 MB, the sanitizer's own memory included.
#
#     .ci/address_sanitizer.sh [COUNT [FIRST]]
#
# COUNT inputs go to each of six readers, and a tenth of it to each of eight commands; 2000 if not
# given. FIRST is the number of the first one: an input depends on its number alone.
set -euo pipefail
cd "$(dirname "$0")/.."

# A package of what these tests need, optimized and with its assertions: so it builds in ten minutes,
# and the inputs take a tenth of the time of a debug build.
package=.build/damaged-inputs
mkdir -p "$package"
for folder in Sources Tests spec; do ln -sfn "$PWD/$folder" "$package/$folder"; done
rm -rf "$package/vectors"
cp -R vectors "$package/vectors"
cat Package.swift - > "$package/Package.swift" <<'SWIFT'
var kept: Set = ["OSSConformanceTests"]
var count = 0
while count < kept.count {
  count = kept.count
  for target in package.targets where kept.contains(target.name) {
    for case .byNameItem(let name, _) in target.dependencies { kept.insert(name) }
  }
}
package.targets.removeAll { !kept.contains($0.name) }
package.products = []
SWIFT
swift build --build-tests --package-path "$package" -c release --sanitize address \
  -Xswiftc -assert-config -Xswiftc Debug -Xswiftc -enforce-exclusivity=checked

export OSS_DAMAGED_INPUTS=${1:-2000} OSS_DAMAGED_FIRST=${2:-1}
# What was released is not kept long, so that the memory is that of the readers.
export ASAN_OPTIONS=quarantine_size_mb=1:malloc_context_size=0:detect_leaks=0
python3 - "$package"/.build/release/*PackageTests.xctest << 'PYTHON'
import resource
import subprocess
import sys

command = [sys.argv[1], "--testing-library", "swift-testing", "--filter", "damaged input"]
done = subprocess.run(command, capture_output=True, check=False)
text = (done.stdout + done.stderr).decode(errors="replace")
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(*text.splitlines()[-15:], sep="\n")
print(f"{usage.ru_utime + usage.ru_stime:.0f} s, at most {usage.ru_maxrss >> 10} MB")
# A filter that matches nothing would pass as well.
passed = done.returncode == 0 and "9 tests in 1 suite passed" in text
sys.exit(not passed or usage.ru_maxrss >> 10 > 256)
PYTHON
