#!/usr/bin/env bash
# A package that depends on a tag of this one: it builds with each version of the tools, and what
# this one costs it stays below the limits.
#
#     .ci/dependent.sh
set -euo pipefail
cd "$(dirname "$0")/.."

work=$PWD/.build/dependent
rm -rf "$work"
mkdir -p "$work/Sources/App" "$work/Sources/Core"
git clone --quiet . "$work/oss"
git -C "$work/oss" tag --force 0.1.0 > /dev/null
cd "$work"

cat > Sources/Core/main.swift <<'SWIFT'
import OSSSigning
let words = CommandLine.arguments
let credentials = try Credentials(accessKeyID: words[1], accessKeySecret: words[2])
let signer = try Signer(credentials, .v4(region: "cn-hangzhou"))
let put = try SigningRequest(method: "PUT", bucket: "photos", key: "cat.jpg")
print(try signer.sign(put, at: Moment(milliseconds: 0)).headers)
SWIFT
{
  sed 's/OSSSigning/OSSFoundation/; s/method: "PUT"/.put/' Sources/Core/main.swift
  cat <<'SWIFT'
let provider = CredentialsURIProvider(url: words[3], version: .v4(region: "cn-hangzhou"))
print(try await URLSession.shared.data(for: put, at: .region("cn-hangzhou"), signer: provider))
SWIFT
} > Sources/App/main.swift

build() { swift build --quiet --cache-path cache --security-path security "$@"; }
for tools in 5.9 6.0 6.2 6.3; do
  cat > Package.swift <<SWIFT
// swift-tools-version:$tools
import PackageDescription
let package = Package(
  name: "dependent", platforms: [.iOS(.v15), .macOS(.v12)],
  dependencies: [.package(url: "file://$work/oss", from: "0.1.0")],
  targets: [
    .executableTarget(name: "App", dependencies: [.product(name: "OSSFoundation", package: "oss")]),
    .executableTarget(name: "Core", dependencies: [.product(name: "OSSSigning", package: "oss")]),
  ])
SWIFT
  for configuration in debug release; do build -c "$configuration"; done
  echo "Tools $tools: debug and release"
done

strip -o app .build/release/App
strip -o core .build/release/Core
added=$(($(stat -c %s app) - $(stat -c %s core)))
TIMEFORMAT='%U %S'
read -r user system < <({ time build --package-path oss --target OSSSigning > /dev/null; } 2>&1)
echo "Bridges and providers add $added bytes, stripped, to a program that signs."
echo "OSSSigning builds in debug in $user s of processor time, and $system s of the system."
[ "$added" -le 1000000 ] && [ "${user%.*}" -lt 25 ]
