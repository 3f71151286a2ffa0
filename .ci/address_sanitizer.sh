#!/usr/bin/env bash
# Damaged inputs to every reader and to explain under AddressSanitizer: none may trap, hang or take
# more than 256 MB beyond what the sanitizer itself needs.
#
#     .ci/address_sanitizer.sh [COUNT [FIRST]]
#
# COUNT inputs go to each of five readers, and a tenth of it to each of eight commands; 2000 if not
# given. FIRST is the number of the first one: an input depends on its number alone.
set -euo pipefail
cd "$(dirname "$0")/.."

export OSS_DAMAGED_INPUTS=${1:-2000} OSS_DAMAGED_FIRST=${2:-1}
# What was released is not kept long, so that the memory is that of the readers.
export ASAN_OPTIONS=quarantine_size_mb=1:malloc_context_size=0:detect_leaks=0
scratch=.build/address-sanitizer
swift build --build-tests --sanitize address --scratch-path "$scratch"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
python3 - "$log" "$scratch"/debug/*PackageTests.xctest << 'PYTHON'
import resource
import subprocess
import sys

log, tests = sys.argv[1:3]
command = [tests, "--testing-library", "swift-testing", "--filter", "damaged input"]
with open(log, "wb") as output:
    status = subprocess.run(command, stdout=output, stderr=output, check=False).returncode
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(log, encoding="utf-8", errors="replace") as output:
    text = output.read()
print(*text.splitlines()[-15:], sep="\n")
print(f"{usage.ru_utime + usage.ru_stime:.0f} s, at most {usage.ru_maxrss >> 10} MB")
# A filter that matches nothing would pass as well. The sanitizer's shadow takes an eighth, and its
# red zones about as much as small blocks themselves.
sys.exit(status or "6 tests in 1 suite passed" not in text or usage.ru_maxrss >> 10 > 768)
PYTHON
