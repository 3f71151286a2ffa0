#!/usr/bin/env bash
# Builds the skeletons of spec/adapters/skeletons in .build/skeletons, asks each whether it speaks the
# protocol, and has it pass the vectors of its operation.
#
#     .ci/skeletons.sh OSS-CONFORM
#
# It needs Debian and Swift. Where a language is missing, it installs Debian's packages, as root or
# with sudo. Each build is one that a maintainer makes: see the first line of a skeleton.
set -euo pipefail
cd "$(dirname "$0")/.."
conform=$(realpath "$1")
sources=$PWD/spec/adapters/skeletons
out=.build/skeletons
mkdir -p "$out/go" "$out/rust/.cargo" "$out/swift"

missing=()
need() { command -v "$1" > /dev/null || missing+=("$2"); }
need node nodejs
need java default-jdk-headless
need php php-cli
need go golang-go
need cargo cargo
need cc gcc
need python3 python3
gson=/usr/share/java/gson.jar
crates=/usr/share/cargo/registry
[ -e "$gson" ] || missing+=(libgoogle-gson-java)
[ -e /usr/include/jansson.h ] || missing+=(libjansson-dev)
[ -e /usr/include/openssl/hmac.h ] || missing+=(libssl-dev)
for crate in base64 hmac httpdate serde-json sha1; do
  compgen -G "$crates/${crate/-/_}-*" > /dev/null || missing+=("librust-$crate-dev")
done
[ "${#missing[@]}" = 0 ] || spec/adapters/install.sh "${missing[@]}"

build_rust() {
  printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "%s"\n' "$crates" \
    > "$out/rust/.cargo/config.toml"
  cat > "$out/rust/Cargo.toml" << END
[package]
name = "adapter"
version = "0.0.0"
edition = "2021"

[[bin]]
name = "adapter"
path = "$sources/adapter.rs"

[dependencies]
base64 = "0.13"
hmac = "0.12"
httpdate = "1"
serde_json = "1"
sha1 = "0.10"
END
  (cd "$out/rust" && cargo build --offline --quiet)
}

build_swift() {
  cp "$sources/adapter.swift" "$out/swift/main.swift"
  cat > "$out/swift/Package.swift" << 'END'
// swift-tools-version: 6.2
import PackageDescription

let products: [Target.Dependency] = ["OSSPrimitives", "OSSSigning"].map {
  .product(name: $0, package: "kit")
}
let package = Package(
  name: "adapter", dependencies: [.package(name: "kit", path: "../../..")],
  targets: [.executableTarget(name: "adapter", dependencies: products, path: ".", sources: ["main.swift"])])
END
  swift build --package-path "$out/swift" > "$out/swift.log" 2>&1 || { cat "$out/swift.log"; return 1; }
}

cc -Wall -Wextra -Werror -o "$out/c" "$sources/adapter.c" -ljansson -lcrypto
go vet "$sources/adapter.go"
go build -o "$out/go/adapter" "$sources/adapter.go"
build_rust
build_swift

# check NAME COMMAND...: the protocol first, and then the vectors, of which some must pass and none fail.
check() {
  local name=$1 report=$out/$1.json
  shift
  echo "== $name"
  "$conform" adapter-check -- "$@" > "$out/$name.txt" || { cat "$out/$name.txt"; return 1; }
  tail -1 "$out/$name.txt"
  "$conform" check --quiet --operation v1.header --report "json=$report" -- "$@"
  python3 - "$report" << 'END'
import json
import sys

run = json.load(open(sys.argv[1]))["summary"]
failed = run["failed"] + run["failedShould"] + run["failedMay"]
if run["executed"] < 100 or failed:
    sys.exit(f"{run['executed']} vectors run, {failed} failed")
END
}

check c "$out/c"
check go "$out/go/adapter"
check java java -cp "$gson" "$sources/Adapter.java"
check javascript node "$sources/adapter.js"
check php php "$sources/adapter.php"
check python python3 "$sources/adapter.py"
check rust "$out/rust/target/debug/adapter"
check swift "$out/swift/.build/debug/adapter"
